interface ChooseProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onChoose: (value: string) => void;
}

export function Choose({ label, value, options, onChoose }: ChooseProps) {
  return (
    <label className="grid gap-2px t-12 ink-2">
      <span>{label}</span>
      <select className="field" value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
