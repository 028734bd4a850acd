// The instant replay: shows the last moves once more, as stages. Pure.
import { fold } from "../../kernel/fold";
import type { Stage, GameView } from "../../board/layout";
import type { Frames, Seat } from "../../kernel/messages";
import { texts } from "../../texts";

/** The stages: first the position before, then one for each move; a move that has a reveal of its own gets its stages again. */
export function instantReplayStages(view: GameView, frames: Frames, who?: (seat: Seat) => string): Stage[] {
  const dumps = fold(frames);
  const [first] = dumps;
  if (!first) return [];
  const said = new Map(frames.log.map((entry) => [entry.ply, entry.veiled ?? entry.text]));
  const list: Stage[] = [{ dump: first, shown: null, text: texts.asItStood, next: texts.nextMove, last: frames.last[0] ?? [] }];
  dumps.slice(1).forEach((dump, at) => {
    const before = dumps[at] ?? first;
    const log = frames.log.filter(({ ply }) => ply <= dump.ply);
    const told = view.stages?.(before, dump, log, who) ?? [];
    if (!view.lasting) list.push(...told);
    const entry = frames.log.find(({ ply }) => ply === dump.ply);
    const text = (dump.ply === frames.log.at(-1)?.ply ? entry?.text : said.get(dump.ply)) ?? "";
    list.push({ dump, shown: view.lasting ? (told[0]?.shown ?? null) : null, text, next: texts.nextMove, last: frames.last[at + 1] ?? [] });
  });
  const end = list.at(-1);
  if (end) list[list.length - 1] = { ...end, next: texts.backToTable };
  return list;
}
