/** Fields of the study's form. */
import { type ReactNode, useEffect, useId, useState } from "react";

export function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="sweep-form__group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

export function Suggestions({ id, values }: { readonly id: string; readonly values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly list?: string;
  readonly placeholder?: string;
  readonly isMono?: boolean;
  readonly onCommit: (value: string) => void;
}

/** Takes effect when it is left, or with Enter. */
export function TextField({ label, value, list, placeholder, isMono = false, onCommit }: TextFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = () => {
    if (text.trim() !== value) onCommit(text.trim());
    if (value === "") setText("");
  };
  return (
    <input
      className={isMono ? "field mono" : "field"}
      aria-label={label}
      title={value}
      value={text}
      list={list}
      placeholder={placeholder}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly onCommit: (value: number) => void;
  /** Absent: an empty field takes its number back. */
  readonly onClear?: () => void;
}

const MULTIPLE: Readonly<Record<string, number>> = { "": 1, k: 1e3, M: 1e6, G: 1e9 };

/** "20 M" and "20 000 000" are the same. */
export function NumberField({ label, value, onCommit, onClear }: NumberFieldProps) {
  const shown = value === undefined ? "" : shownNumber(value);
  const id = useId();
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const commit = () => {
    const [, digits = "", sign = ""] = /^([\d\s_.]+?)\s*([kMG]?)$/.exec(text.trim()) ?? [];
    const read = Number(digits.replace(/[\s_]/g, "")) * (MULTIPLE[sign] ?? 1);
    if (text.trim() === "" && value !== undefined && onClear !== undefined) onClear();
    else if (digits === "" || !Number.isFinite(read)) setText(shown);
    else if (read !== value) onCommit(read);
    else setText(shown);
  };
  return (
    <div className="sweep-form__number">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field mono"
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === "Enter" && commit()}
      />
    </div>
  );
}

function shownNumber(value: number): string {
  return value >= 1e6 && value % 1e5 === 0 ? `${value / 1e6} M` : String(value);
}
