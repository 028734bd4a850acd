// The field for the name of a person at a seat.
import { useState } from "preact/hooks";
import { texts } from "../texts";
import type { Actions } from "./actions";

interface PersonProps {
  seat: number;
  name: string;
  ask: Actions["ask"];
}

/** Enter or leaving the field sends the name to the kernel; Escape restores the old one. */
export function PersonName({ seat, name, ask }: PersonProps) {
  const [typed, type] = useState<string | null>(null);
  const settle = () => {
    if (typed !== null && typed.trim() !== name) ask({ kind: "name", seat, name: typed });
    type(null);
  };
  return (
    <label class="cw-field cw-person">
      <span>{texts.nameFor(texts.seat(seat))}</span>
      <input
        type="text"
        data-person={seat}
        maxLength={40}
        autocomplete="off"
        spellcheck={false}
        value={typed ?? name}
        onInput={(event) => type(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === "Enter") settle();
          else if (event.key === "Escape" && typed !== null) {
            event.stopPropagation();
            type(null);
          }
        }}
      />
    </label>
  );
}
