// Moves that are shown once more, one after the other: from frames to stages. Pure.
import { fold } from "./fold";
import type { Stage, View } from "./layout";
import type { Frames } from "./messages";
import { texts } from "./texts";

/** First how the table stood, then a stage for each move; a move that is told in stages of its own is told so again. */
export function stagesAgain(view: View, frames: Frames): Stage[] {
  const dumps = fold(frames);
  const [first] = dumps;
  if (!first) return [];
  const said = new Map(frames.log.map((entry) => [entry.ply, entry.veiled ?? entry.text]));
  const list: Stage[] = [{ dump: first, shown: null, text: texts.asItStood, next: texts.nextMove, last: frames.last[0] ?? [] }];
  dumps.slice(1).forEach((dump, at) => {
    const before = dumps[at] ?? first;
    const log = frames.log.filter(({ ply }) => ply <= dump.ply);
    const told = view.stages?.(before, dump, log) ?? [];
    if (!view.lasting) list.push(...told);
    const entry = frames.log.find(({ ply }) => ply === dump.ply);
    const text = (dump.ply === frames.log.at(-1)?.ply ? entry?.text : said.get(dump.ply)) ?? "";
    list.push({ dump, shown: view.lasting ? (told[0]?.shown ?? null) : null, text, next: texts.nextMove, last: frames.last[at + 1] ?? [] });
  });
  const end = list.at(-1);
  if (end) list[list.length - 1] = { ...end, next: texts.backToTable };
  return list;
}
