// A choice of one of a few values, as buttons in a row.

interface SegmentsProps {
  /** The name of the radio buttons. */
  name: string;
  label: string;
  /** The attributes of the button of a value, by which it is found. */
  hook: (value: string) => Record<string, string>;
  value: string;
  values: readonly (readonly [value: string, text: string, note?: string])[];
  onChange: (value: string) => void;
}

export function Segments({ name, label, hook, value, values, onChange }: SegmentsProps) {
  return (
    <div class="cw-segments" role="radiogroup" aria-label={label}>
      <span aria-hidden="true">{label}</span>
      <span>
        {values.map(([one, text, note = ""]) => (
          <label key={one}>
            <input type="radio" name={name} {...hook(one)} checked={one === value} onChange={() => onChange(one)} />
            <span>
              {text}
              {note !== "" && <small> {note}</small>}
            </span>
          </label>
        ))}
      </span>
    </div>
  );
}
