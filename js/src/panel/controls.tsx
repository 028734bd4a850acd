// The buttons and selection lists of all screens.
import { Component } from "preact";
import { sameProps } from "../board/memo";

const ICONS = {
  undo: "M6.5 3 3 6.5 6.5 10M3.5 6.5h6a3.5 3.5 0 0 1 0 7H6",
  redo: "M9.5 3 13 6.5 9.5 10M12.5 6.5H6.5a3.5 3.5 0 0 0 0 7H10",
  hint: "M6 11.5h4M6.5 14h3M8 2a4.2 4.2 0 0 0-2.2 7.8V11h4.4V9.8A4.2 4.2 0 0 0 8 2z",
  new: "M3 5.5 9 3.5l2.6 8-6 2zM11 5l2.5.8-2 6.5",
  // two hands of the same cards
  same: "M2 4.5h4.5v7h-4.5zM9.5 4.5h4.5v7h-4.5zM7.3 7h1.4M7.3 9h1.4",
  games: "M3 3h4v4H3zM9 3h4v4H9zM3 9h4v4H3zM9 9h4v4H9z",
  next: "M4 3l5 5-5 5M9 3l5 5-5 5",
  stop: "M5 3v10M11 3v10",
  go: "M5 3l8 5-8 5z",
  first: "M4 3v10M13 3L7 8l6 5z",
  back: "M11 3L5 8l6 5z",
  forward: "M5 3l6 5-6 5z",
  last: "M12 3v10M3 3l6 5-6 5z",
  again: "M8 3.5a5 5 0 1 1-4.5 2.8M3 3v3.5h3.5M7 6l3.5 2L7 10z",
  bin: "M3.5 4.5h9M6.5 4.5V3h3v1.5M5 4.5l.6 8.5h4.8l.6-8.5",
  save: "M3 3h8l2 2v8H3zM5.5 3v3h4.5V3M5.5 13V9.5h5V13",
  flag: "M4 14V2.5h8.5l-2 3 2 3H4",
  ask: "M5.5 5.8a2.6 2.6 0 1 1 3.8 2.3C8.3 8.6 8 9 8 10M8 13h0",
  fill: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  enter: "M13 3v5.5H4M7.5 5 4 8.5 7.5 12",
  help: "M2 4.5h12v7H2zM4.5 7h0M8 7h0M11.5 7h0M5 9.5h6",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  close: "M4 4l8 8M12 4l-8 8",
  fold: "M3 6l5 5 5-5",
  log: "M3 4h0M6 4h7.5M3 8h0M6 8h7.5M3 12h0M6 12h7.5",
  // cards with a line of words each
  legend: "M3 2.5h3v4.5h-3zM8.5 4.8h5M3 9h3v4.5h-3zM8.5 11.3h5",
  rules: "M3 2.5h8.5l1.5 1.5v9.5H3zM5.5 6h5M5.5 9h5",
  seats: "M8 2.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 1 1 0-5M3 13.5a5 5 0 0 1 10 0",
  look: "M1.5 8a8 8 0 0 1 13 0 8 8 0 0 1-13 0M8 6a2 2 0 1 1 0 4 2 2 0 1 1 0-4",
};

export type IconName = keyof typeof ICONS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="cw-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

interface ButtonProps {
  icon: IconName;
  text: string;
  /** A word for the bar of a telephone, where the text has no room. */
  short?: string;
  /** A longer description of what the button does. */
  title?: string;
  able?: boolean;
  strong?: boolean;
  /** A name by which the screen finds the button to return the focus to it. */
  mark?: string;
  onClick: () => void;
}

/**
 * A button that keeps the focus while it is disabled, because it uses `aria-disabled` and not `disabled`. It gets a new
 * handler at every move, so it repaints only if its look changes, and always calls the latest handler.
 */
export class Button extends Component<ButtonProps> {
  readonly #press = () => {
    const { able = true, onClick } = this.props;
    if (able) onClick();
  };

  override shouldComponentUpdate(next: ButtonProps): boolean {
    return !sameProps(this.props, { ...next, onClick: this.props.onClick });
  }

  override render({ icon, text, short, title = text, able = true, strong = false, mark }: ButtonProps) {
    return (
      <button
        type="button"
        class={strong ? "cw-button is-strong" : "cw-button"}
        title={title}
        {...(mark !== undefined && { "data-mark": mark })}
        aria-disabled={!able}
        onClick={this.#press}
      >
        <Icon name={icon} />
        <span>{text}</span>
        {short !== undefined && (
          <span class="cw-short" aria-hidden="true">
            {short}
          </span>
        )}
      </button>
    );
  }
}

interface ChoiceProps {
  label: string;
  value: string;
  values: Record<string, string>;
  onChange: (value: string) => void;
}

export function Choose({ label, value, values, onChange }: ChoiceProps) {
  return (
    <label class="cw-field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {Object.entries(values).map(([key, text]) => (
          <option key={key} value={key} selected={key === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
