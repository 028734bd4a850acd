// Connects a lesson to its model.
import { render as paint } from "preact";
import type { LessonScene } from "../../kernel/messages";
import { drawScreen, innerScreen, type Screen } from "../screen";
import { Lesson } from "./lesson";

/** Shows a lesson's words, and beside them the table at which the learner answers. */
export function showLesson(screen: Screen): void {
  const { model, host } = screen;
  const played = innerScreen(screen);
  drawScreen(screen, {
    root: host,
    names: ["scene"],
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
          ask={(request) => {
            if (on.report.pending === null) kernel.ask(request);
          }}
        />,
        host,
      );
      played.place(scene.table);
    },
  });
}
