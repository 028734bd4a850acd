// Connects the replay to its model.
import { render as paint } from "preact";
import { reportAfter, type ConnectionEvent, connect, sameReport, NO_REPORT, refuseUnsent } from "../../kernel/connection";
import type { ReplayScene, Request, Settings } from "../../kernel/messages";
import { onPreferences } from "../../page/preferences";
import { onFill } from "../../page/fullScreen";
import { themeIn } from "../../page/theme";
import { views } from "../../views/index";
import { GREETING_DELAY } from "../drawing";
import { type Screen, settingsOf, uniqueName } from "../screen";
import type { Position } from "./player";
import { Replay } from "./replay";

/** Shows a replay, which also steps without a kernel. */
export function showReplay({ model, host, el, signal, leave }: Screen): void {
  const uid = uniqueName();
  const settings = settingsOf(model, el);
  let report = NO_REPORT;
  const show = () => {
    if (signal.aborted) return;
    const frames = model.get("frames");
    const view = views[frames[0]?.dumps[0].game ?? ""];
    if (!view) return;
    const scene = model.get("scene") as ReplayScene | null;
    if (!scene) return;
    paint(
      <Replay
        uid={uid}
        view={view}
        frames={frames}
        tail={model.get("tail")}
        scene={scene}
        notes={model.get("notes")}
        lines={model.get("lines")}
        timeline={model.get("timeline")}
        question={model.get("question")}
        told={model.get("told")}
        poll={model.get("poll")}
        round={model.get("round")}
        ply={model.get("ply")}
        line={model.get("line")}
        seat={model.get("seat")}
        playing={model.get("playing")}
        following={model.get("following")}
        who={model.get("who")}
        rules={model.get("rules") ?? []}
        settings={settings()}
        theme={themeOf(settings().theme)}
        report={report}
        set={set}
        look={look}
        ask={ask}
        leave={leave}
      />,
      host,
    );
  };
  const kernel = connect(model, uid, () => report, tell, signal);
  function tell(event: ConnectionEvent) {
    const before = report;
    report = reportAfter(report, event);
    if (!sameReport(before, report)) show();
  }
  const refuse = () => {
    report = refuseUnsent(report);
    show();
  };
  const set = (position: Partial<Position>) => {
    // another viewer or line needs frames from the kernel
    if (report.connection === "gone" && ("seat" in position || "line" in position)) {
      refuse();
      return;
    }
    report = { ...report, refusal: null };
    model.set(position);
    kernel.save();
    show();
  };
  const look = (some: Partial<Settings>) => {
    model.set({ settings: { ...settings(), ...some } });
    set({});
  };
  const ask = (what: Request) => {
    if (report.connection !== "gone") kernel.ask(what);
    if (report.connection === "gone") refuse();
  };
  const themeOf = themeIn(el, show, signal);
  onFill(el, show, signal);
  onPreferences(show, signal);
  const names = ["frames", "tail", "scene", "notes", "lines", "timeline", "question", "told", "poll", "round", "ply", "line", "seat", "playing"];
  model.onChange([...names, "following", "who", "settings"], show, signal);
  show();
  // an exported page has no kernel, and must not report that it lost one
  const scene = model.get("scene") as ReplayScene | null;
  if (scene === null) kernel.hello(0);
  else if (scene.edits) kernel.hello(GREETING_DELAY);
}
