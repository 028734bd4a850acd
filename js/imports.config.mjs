// Which room may import which, for dependency-cruiser (`npm run check:imports`): a rule for each room, arrows downward.
// widget > screens > panel > board > page > kernel > texts; views know of the board its layouts alone.

/** The rooms from the top down; a file imports from its own room and those below it. */
const ROOMS = ["screens/", "panel/", "board/", "page/", "kernel/", "texts\\.ts$"];

/** One rule: the files of a room import nothing of this project but what is allowed. */
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
    only("screens", "^src/screens/", [...ROOMS, "views/index\\.ts$"], "a screen knows views by their list alone"),
    ...ROOMS.slice(1).map((room, at) =>
      only(room.replace(/\W.*/, ""), `^src/${room}`, ROOMS.slice(at + 1), "a room knows itself and the rooms below it"),
    ),
    only("the-list-of-views", "^src/views/index\\.ts$", ["views/", "board/layout\\.ts$", "kernel/messages/"], "it lists the views"),
    only(
      "views",
      "^src/views/([^/]+)/",
      ["views/$1/", "board/layout\\.ts$", "kernel/messages/", "texts\\.ts$"],
      "a view turns a dump into a layout, and knows no other view",
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
