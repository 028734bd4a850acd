// Which file may import which, for dependency-cruiser (`npm run check:imports`).
// widget > table, panel, a11y > card > decks; views only layout, texts and messages; pick and ui only messages.

/** One rule: files matching `from` import nothing of this project but files matching `allowed`. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  to: { path: "^src/", ...(allowed.length > 0 && { pathNot: allowed.map((file) => `^src/${file}`) }) },
});

const LAYOUT = "layout\\.ts$";
const TEXTS = "texts\\.ts$";
const MESSAGES = "messages\\.ts$";

export default {
  forbidden: [
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "reachable",
      comment: "a file that the widget does not reach is dead",
      severity: "error",
      from: { path: "^src/widget\\.tsx$" },
      to: { path: "^src/", pathNot: "\\.css$", reachable: false },
    },
    {
      name: "only-preact-at-run-time",
      severity: "error",
      from: { path: "^src/" },
      to: {
        pathNot: [
          "^src/",
          "^\\.\\./capture_widgets/faces\\.json$",
          "^node_modules/preact/",
          "^node_modules/@anywidget/types/",
        ],
      },
    },
    {
      name: "widget-is-the-top",
      severity: "error",
      from: { pathNot: "^src/widget\\.tsx$" },
      to: { path: "^src/widget\\.tsx$" },
    },
    {
      name: "model-in-widget-only",
      comment: "only the entry touches anywidget's model",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/widget\\.tsx$" },
      to: { path: "^node_modules/@anywidget/types/" },
    },
    only("messages-imports-nothing", "^src/messages\\.ts$", [], "it is generated, and everything stands on it"),
    only("pick-knows-messages", "^src/pick\\.ts$", [MESSAGES], "pure state, no layout and no page"),
    only("ui-knows-link-and-messages", "^src/ui\\.ts$", ["link\\.ts$", MESSAGES], "pure state, no layout and no page"),
    only("link-knows-texts-and-messages", "^src/link\\.ts$", [TEXTS, MESSAGES], "the kernel's side, no page"),
    only("layout-knows-decks-and-messages", "^src/layout\\.ts$", ["decks\\.ts$", MESSAGES], "places and cards, no page"),
    only("texts-know-messages", "^src/texts\\.ts$", [MESSAGES], "the catalogue of words"),
    {
      name: "views-know-layout-texts-messages-and-themselves",
      comment: "a view knows no other view",
      severity: "error",
      from: { path: "^src/views/([^/]+)/" },
      to: { path: "^src/", pathNot: [LAYOUT, TEXTS, MESSAGES].map((file) => `^src/${file}`).concat("^src/views/$1/") },
    },
    {
      name: "views-are-known-by-their-list",
      comment: "nothing but the list of views knows a game",
      severity: "error",
      from: { pathNot: "^src/views/" },
      to: { path: "^src/views/", pathNot: "^src/views/index\\.ts$" },
    },
    only("the-list-of-views", "^src/views/index\\.ts$", ["views/", LAYOUT, MESSAGES], "it lists the views"),
    only("decks-are-the-bottom", "^src/decks\\.tsx?$", [MESSAGES], "drawings of cards know nothing else"),
    only("faces-know-decks", "^src/face\\.tsx$", ["decks\\.ts$"], "a drawing, on any table"),
    only(
      "card-knows-decks",
      "^src/card\\.tsx$",
      ["decks\\.ts$", "face\\.tsx$", "kept\\.tsx$", LAYOUT, MESSAGES],
      "one card, on any table",
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
