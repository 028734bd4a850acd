// Connects the lesson editor to its model; drafts store the typed text until the kernel has it.
import { render as paint } from "preact";
import type { EditorScene } from "../../kernel/messages";
import { views } from "../../views/index";
import { type ScreenContext, drawScreen } from "../drawing";
import { innerScreen, type Screen, uniqueName } from "../screen";
import { Drafts } from "./drafts";
import { Editor } from "./editor";

/** Shows the form of a lesson, and below it the step as a student will see it. */
export function showEditor(screen: Screen): void {
  const { model, host, signal } = screen;
  const trial = innerScreen(screen);
  const drafts = new Drafts(uniqueName());
  const next = ({ report, kernel }: ScreenContext) => {
    if (report.pending === null && report.connection !== "gone" && drafts.next) kernel.ask(drafts.next);
  };
  let context: ScreenContext | null = null;
  drawScreen(screen, {
    root: host,
    names: ["scene"],
    onEvent: (event, on) => {
      if (event.kind === "sent") drafts.sent(event.id);
      else if (event.kind === "reply" && event.own) drafts.answered(event.reply, model.get("scene") as EditorScene);
      else if (event.kind === "connection" && event.connection === "gone") drafts.connectionGone();
      next(on);
    },
    draw: (on) => {
      context = on;
      const scene = drafts.sceneWithDrafts(model.get("scene") as EditorScene);
      const step = scene.steps[scene.step]?.id ?? "";
      /** Changes the drafts and repaints. */
      const act = (does: () => void) => {
        does();
        on.show();
      };
      const stepOf = (field: string) => (field === "title" ? "" : step);
      paint(
        <Editor
          uid={on.uid}
          scene={scene}
          view={views[scene.game] ?? null}
          settings={on.settings()}
          theme={on.theme()}
          report={on.report}
          embeds={trial.embeds}
          place={(node) => node?.append(trial.host)}
          edit={(what, one = "", to = "") => act(() => drafts.edit(what, what === "open" ? one : step, one, to))}
          writing={{
            type: (field, text) => drafts.type(stepOf(field), field, text),
            leave: (field) => act(() => drafts.leave(stepOf(field), field)),
            write: (field, text) =>
              act(() => {
                drafts.type(stepOf(field), field, text);
                drafts.leave(stepOf(field), field);
              }),
          }}
        />,
        host,
      );
      trial.place(scene.trial);
      next(on);
    },
  });
  // the editor may leave the page while somebody types in it
  signal.addEventListener("abort", () => {
    for (const request of drafts.unsent()) context?.kernel.send(request);
  });
}
