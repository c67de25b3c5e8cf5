import { type KeyboardEvent, useState } from "react";

interface TextInputProps {
  readonly id: string;
  readonly lines: boolean;
  readonly text: string;
  readonly "aria-describedby": string;
  readonly "aria-invalid": boolean;
  readonly onText: (text: string) => void;
}

const MOST_ROWS = 12;
/** About what fits into the panel. */
const ROW_CHARACTERS = 36;

function rowsOf(text: string): number {
  return text
    .split("\n")
    .reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / ROW_CHARACTERS)), 0);
}

/** Taken when it is left, or by Enter where there is one line. */
export function TextInput({ lines, text, onText, ...input }: TextInputProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined);

  function take(): void {
    setTyped(undefined);
    if (typed !== undefined && typed !== text) onText(typed);
  }

  function press(event: KeyboardEvent): void {
    if (event.key === "Enter" && (!lines || event.ctrlKey || event.metaKey)) take();
    if (event.key === "Escape" && typed !== undefined) {
      event.stopPropagation();
      setTyped(undefined);
    }
  }

  const shown = typed ?? text;
  const common = {
    ...input,
    className: lines ? "field field--lines" : "field field--text",
    spellCheck: false,
    autoComplete: "off",
    value: shown,
    onBlur: take,
    onKeyDown: press,
  };
  if (!lines) return <input {...common} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />;
  return (
    <textarea
      {...common}
      rows={Math.min(MOST_ROWS, rowsOf(shown))}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}
