// The form for this browser's preferences, and the hand clock.
import { useEffect, useState } from "preact/hooks";
import { type Preferences, preferences, setPreferences } from "../page/preferences";
import { sound } from "../page/sounds";
import { texts } from "../texts";
import { Choose } from "./controls";

const words = texts.preferences;

function Switch({ name, plays }: { name: "clock" | "sound" | "voices" | "cheer"; plays?: () => void }) {
  return (
    <label class="cw-check">
      <input
        type="checkbox"
        data-feel={name}
        checked={preferences()[name]}
        onChange={(event) => {
          setPreferences({ [name]: event.currentTarget.checked });
          if (event.currentTarget.checked) plays?.();
        }}
      />
      <span>{words[name]}</span>
    </label>
  );
}

/** Backs, cloth and index; at a table also sounds, clock, bots' remarks and the cheer for a win. */
export function PreferenceFields({ plays }: { plays: boolean }) {
  const now = preferences();
  const set = (name: keyof Preferences) => (value: string) => setPreferences({ [name]: value });
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

/** The time for which this round has been played at this table while the page was visible. */
export function HandClock({ runs }: { runs: boolean }) {
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
