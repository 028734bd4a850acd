// Which folder may import which, for dependency-cruiser (`npm run check:imports`): one rule for each folder, arrows downward.
// widget > screens > panel > board > page > kernel > texts. A game view knows only the layouts and decks of the board.

/** Generated constants, which every folder may import. */
const CONSTANTS = "kernel/messages/constants\\.ts$";

/** The folders from the top down; a file imports from its own folder and those below it. */
const FOLDERS = ["screens/", "panel/", "board/", "page/", "kernel/", "texts\\.ts$"];

/** One rule: of this project, the files of a folder import only what is allowed. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  to: { path: "^src/", pathNot: allowed.map((path) => `^src/${path}`) },
});

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
      to: { pathNot: ["^src/", "/faces\\.json$", "^node_modules/preact/", "^node_modules/@anywidget/types/"] },
    },
    {
      name: "one-file-touches-the-model",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/kernel/model\\.ts$" },
      to: { path: "^node_modules/@anywidget/types/" },
    },
    only("screens", "^src/screens/", [...FOLDERS, "views/index\\.ts$"], "a screen reaches game views only through their list"),
    ...FOLDERS.slice(1).map((folder, at) =>
      only(folder.replace(/\W.*/, ""), `^src/${folder}`, [...FOLDERS.slice(at + 1), CONSTANTS], "a folder knows itself and the folders below it"),
    ),
    only("the-list-of-views", "^src/views/index\\.ts$", ["views/", "board/layout\\.ts$", "kernel/messages/"], "it lists the game views"),
    only(
      "views",
      "^src/views/([^/]+)/",
      ["views/$1/", "board/(layout|decks|hands)\\.ts$", "kernel/messages/", "texts\\.ts$"],
      "a game view turns a dump into a layout, and knows no other game view",
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
