// The sounds of a table, synthesised so that the page loads no file. They are off by default.
import { preferences } from "./preferences";

export type Sound = "card" | "turn" | "won" | "lost" | "drawn";

/** A tone: pitch (Hz), start and length (s), volume. */
type Tone = readonly [pitch: number, at: number, long: number, loud: number];

const TONES: Record<Exclude<Sound, "card">, readonly Tone[]> = {
  turn: [[660, 0, 0.12, 0.05]],
  won: [[523, 0, 0.16, 0.07], [659, 0.13, 0.16, 0.07], [784, 0.26, 0.3, 0.07]],
  lost: [[330, 0, 0.2, 0.06], [262, 0.18, 0.32, 0.06]],
  drawn: [[440, 0, 0.2, 0.06], [440, 0.2, 0.24, 0.05]],
};

/** A sound is skipped if the last one was less than this (ms) ago. */
const APART = 60;

let context: AudioContext | null = null;
let last = 0;

function tone(audio: AudioContext, [pitch, at, long, loud]: Tone): void {
  const [source, gain] = [audio.createOscillator(), audio.createGain()];
  const from = audio.currentTime + at;
  source.type = "triangle";
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(loud, from + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + long);
  source.connect(gain).connect(audio.destination);
  source.start(from);
  source.stop(from + long);
}

/** Plays short noise, like a card on a table. */
function card(audio: AudioContext): void {
  const frames = Math.round(audio.sampleRate * 0.06);
  const noise = audio.createBuffer(1, frames, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < frames; at += 1) samples[at] = (Math.random() * 2 - 1) * (1 - at / frames) ** 3;
  const [source, filter, gain] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = noise;
  filter.type = "lowpass";
  filter.frequency.value = 1800;
  gain.gain.value = 0.16;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}

/** Plays a sound if the preferences and the browser allow it. */
export function sound(which: Sound): void {
  if (!preferences().sound || typeof AudioContext === "undefined") return;
  const now = performance.now();
  if (now - last < APART) return;
  last = now;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume().catch(() => undefined);
    if (which === "card") card(context);
    else for (const one of TONES[which]) tone(context, one);
  } catch {
    // a missing sound is no reason for an error
  }
}
