// Connects the lobby to its model.
import { fillPane, leavesByEscape } from "../../page/fullScreen";
import { bringIntoView } from "../../page/pane";
import { render as paint } from "preact";
import type { Choice, LobbyScene, Reply } from "../../kernel/messages";
import { defaultChoice } from "../../panel/gameChoice";
import { views } from "../../views/index";
import { handOver, holdsFocus } from "../handOver";
import { type ScreenContext, drawScreen } from "../drawing";
import { innerScreen, type Screen } from "../screen";
import { type GamesActions, keepFile, type KeptGames } from "./games";
import { Lobby, type LobbyTab } from "./lobby";

/** `START` in `capture_widgets/lab/settings.py`. */
const FIRST_NOTEBOOK = "start.ipynb";

/** A window that is narrower is a telephone's (px). */
const TELEPHONE = 560;

/** The card of the chosen game. */
const CHOSEN = '[data-choose][aria-pressed="true"]';

/** Whether a page shows the notebook that the command opens. */
export const isFirstNotebook = (path: string): boolean => path.endsWith(`/${FIRST_NOTEBOOK}`);

/** Shows the lobby, and below it the table of the chosen game, a replay or a lesson. */
export function showLobby(screen: Screen): void {
  const { model, host, el, signal } = screen;
  const top = el.ownerDocument.createElement("div");
  const chosen = innerScreen(screen);
  host.append(top, chosen.host);
  let choice: Choice | null = null;
  let tab: LobbyTab = "play";
  let listed: KeptGames | null = null;
  let placed: string | null = null;
  let begins = true;
  /** The game of the list that the last request was about. */
  let asked = "";
  // a replay has used up the key if it closed something of its own
  chosen.host.addEventListener(
    "keydown",
    (event) => {
      const { shows } = model.get("scene") as LobbyScene;
      if (event.key !== "Escape" || event.defaultPrevented || shows !== "replay" || leavesByEscape(host)) return;
      event.preventDefault();
      host.querySelector<HTMLElement>('[data-mark="back"]')?.click();
    },
    { signal },
  );
  const answered = (reply: Reply, own: boolean) => {
    if (reply.kind === "games") listed = { played: reply.played, figures: reply.figures, keeps: reply.keeps, par: { ...listed?.par, ...reply.par } };
    else if (reply.kind === "par" && listed) listed = { ...listed, par: { ...listed.par, [reply.which]: reply.text } };
    else if (reply.kind === "file" && own) keepFile(reply);
  };
  const actions = (on: ScreenContext): GamesActions => ({
    goOn: (which) => on.kernel.ask({ kind: "continue", which: (asked = which) }),
    replay: (which) => on.kernel.ask({ kind: "replay", which: (asked = which) }),
    close: () => {
      on.report = { ...on.report, refusal: null };
      on.show();
    },
    forget: ({ which, key }) => {
      // the games of a file are numbered, so that another one may have this name then
      if (listed) listed = { ...listed, par: {} };
      on.kernel.ask({ kind: "forget", which: (asked = which), ...(key !== undefined && { key }) });
    },
    file: (which, form) => on.kernel.ask({ kind: "export", which: (asked = which), form }),
    par: (which) => {
      if (listed) listed = { ...listed, par: { ...listed.par, [which]: "" } };
      on.kernel.send({ kind: "par", which });
      on.show();
    },
  });
  drawScreen(screen, {
    root: top,
    names: ["scene"],
    onEvent: (event) => {
      if (event.kind === "reply") answered(event.reply, event.own === true);
    },
    draw: (on) => {
      const { uid, theme, kernel, report, show } = on;
      const scene = model.get("scene") as LobbyScene;
      const leaves = scene.table !== placed && holdsFocus(host);
      const overview = () => {
        // the button that was pressed goes with the setup, and the focus would be lost with it
        top.querySelector<HTMLElement>(CHOSEN)?.focus({ preventScroll: true });
        choice = null;
        on.report = { ...on.report, refusal: null };
        show();
      };
      paint(
        <Lobby
          uid={uid}
          views={views}
          scene={scene}
          bots={model.get("bots_info") ?? []}
          choice={choice}
          theme={theme()}
          report={report}
          embeds={chosen.embeds}
          choose={(next) => {
            choice = next;
            on.report = { ...on.report, refusal: null };
            kernel.send({ kind: "choose", choice });
            show();
          }}
          begin={(other) => kernel.ask({ kind: "begin", choice: other ?? choice ?? defaultChoice(scene.games[0]) })}
          open={(kind, game, anew) => kernel.ask(anew ? { kind, game, anew } : { kind, game })}
          goOn={(which) => kernel.ask({ kind: "continue", which })}
          overview={overview}
          back={() => {
            choice = null;
            kernel.ask({ kind: "back" });
            if (tab === "games") kernel.send({ kind: "games" });
          }}
          tab={tab}
          show={(next) => {
            if (next === tab && next === "play") choice = null;
            on.report = { ...on.report, refusal: null };
            tab = next;
            if (next === "games") {
              kernel.send({ kind: "games" });
              bringIntoView(host);
            }
            show();
          }}
          listed={listed}
          games={actions(on)}
          asked={asked}
          openCode={(text) => kernel.ask({ kind: "code", text })}
        />,
        top,
      );
      const { pathname } = el.ownerDocument.location;
      if (begins && isFirstNotebook(pathname)) {
        // a person who has just come wants the games, not the notebook around them; a workspace with other documents stays in view
        if (window.innerWidth < TELEPHONE || pathname.includes("/doc/")) fillPane(host);
        else if (scene.table === null) bringIntoView(host);
      }
      begins = false;
      // the page may be scrolled, because the screen that was shown before was higher
      if (scene.table !== placed && (scene.table !== null || tab === "play")) bringIntoView(host, true);
      placed = scene.table;
      chosen.place(scene.table);
      if (leaves) handOver(scene.table === null ? top : chosen.host, signal);
    },
  });
}
