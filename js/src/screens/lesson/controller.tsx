// Connects a lesson to its model.
import { render as paint } from "preact";
import type { LessonScene } from "../../kernel/messages";
import { drawScreen, type ScreenContext } from "../drawing";
import { innerScreen, type Screen } from "../screen";
import { draft, forgetIfReplied, give, heldFor, sendHeld, type Sender } from "./held";
import { Lesson } from "./lesson";

/** Shows a lesson's words, and beside them the table at which the learner answers. */
export function showLesson(screen: Screen): void {
  const { model, host } = screen;
  const { comesBack } = model;
  const played = innerScreen(screen);
  let begun = false;
  const sender = ({ kernel }: ScreenContext): Sender => ({ number: kernel.number, send: kernel.ask });
  drawScreen(screen, {
    root: host,
    names: ["scene"],
    onEvent: (event, on) => {
      if (!comesBack || event.kind !== "reply") return;
      if (event.own) forgetIfReplied(event.reply.id);
      if (begun) return;
      begun = true; // the kernel has answered: what waited for it goes out
      sendHeld(model.get("scene") as LessonScene, sender(on));
    },
    draw: (on) => {
      const { uid, settings, theme, kernel, report } = on;
      const scene = model.get("scene") as LessonScene;
      paint(
        <Lesson
          uid={uid}
          scene={scene}
          settings={settings()}
          theme={theme()}
          report={report}
          embeds={played.embeds}
          place={(node) => node?.append(played.host)}
          away={comesBack && report.connection === "gone"}
          held={comesBack ? heldFor(scene) : null}
          draft={(answer) => {
            if (comesBack) draft(scene, answer);
          }}
          ask={(request) => {
            if (on.report.pending !== null) return;
            if (comesBack && request.kind === "say") {
              give(scene, request.answer, sender(on));
              on.show();
            } else kernel.ask(request);
          }}
        />,
        host,
      );
      played.place(scene.table);
    },
  });
}
