// What is liked on this browser's tables, as choices; the clock.
import { useEffect, useState } from "preact/hooks";
import { type Feel, feel, like } from "../feel";
import { sound } from "../sounds";
import { texts } from "../texts";
import { Choose } from "./controls";

const words = texts.feel;

function Switch({ name, plays }: { name: "clock" | "sound" | "voices" | "cheer"; plays?: () => void }) {
  return (
    <label class="cw-check">
      <input
        type="checkbox"
        data-feel={name}
        checked={feel()[name]}
        onChange={(event) => {
          like({ [name]: event.currentTarget.checked });
          if (event.currentTarget.checked) plays?.();
        }}
      />
      <span>{words[name]}</span>
    </label>
  );
}

/** Backs, cloth and index; at a table sounds, the clock, what bots say and the cheer for a win, too. */
export function FeelFields({ plays }: { plays: boolean }) {
  const now = feel();
  const set = (name: keyof Feel) => (value: string) => like({ [name]: value });
  return (
    <>
      <Choose label={words.back} value={now.back} values={words.backs} onChange={set("back")} />
      <Choose label={words.cloth} value={now.cloth} values={words.cloths} onChange={set("cloth")} />
      <Choose label={words.index} value={now.index} values={words.indexes} onChange={set("index")} />
      {plays && (
        <>
          <Switch name="sound" plays={() => sound("won")} />
          <Switch name="clock" />
          <Switch name="voices" />
          <Switch name="cheer" />
        </>
      )}
    </>
  );
}

/** How long this round has been played at this table, while the page was seen. */
export function Clock({ runs }: { runs: boolean }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") setSeconds((before) => before + 1);
    }, 1000);
    return () => clearInterval(timer);
  }, [runs]);
  return (
    <span class="cw-clock" role="timer" aria-label={words.clock} data-clock>
      {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`}
    </span>
  );
}
