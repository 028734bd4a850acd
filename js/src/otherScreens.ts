// The second script: the screens that are not a table, and the choice of the next game at a table. A page loads it for the first of them
// that it shows.
export { defaultChoice } from "./panel/gameChoice";
export { NextGame } from "./panel/nextGame";
export { showConsole as console } from "./screens/console/controller";
export { showEditor as editor } from "./screens/editor/controller";
export { showInspector as inspector } from "./screens/inspector/controller";
export { showLesson as lesson } from "./screens/lesson/controller";
export { showLobby as lobby } from "./screens/lobby/controller";
export { showPlot as plot } from "./screens/plot/controller";
export { showPoll as poll } from "./screens/poll/controller";
export { showReplay as replay } from "./screens/replay/controller";
export { showTournament as tournament } from "./screens/tournament/controller";
