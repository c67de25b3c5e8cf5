/** Fields of the study's form. */

import { type ReactNode, useEffect, useId, useState } from "react";
import { readTypedNumber } from "../draft/typedNumber.ts";

export function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="sweep-form__group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

interface FoldProps {
  readonly title: string;
  /** The study says something there: it is open. */
  readonly isUsed: boolean;
  readonly children: ReactNode;
}

/** What is rarely asked for. */
export function Fold({ title, isUsed, children }: FoldProps) {
  const [isOpen, setOpen] = useState(isUsed);
  useEffect(() => {
    if (isUsed) setOpen(true);
  }, [isUsed]);
  return (
    <details
      className="sweep-form__fold"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      <div className="sweep-form__folded">{children}</div>
    </details>
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

interface TakeAwayProps {
  readonly label: string;
  readonly onPress: () => void;
}

export function TakeAway({ label, onPress }: TakeAwayProps) {
  return (
    <button
      type="button"
      className="btn btn--ghost btn--icon"
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      ×
    </button>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly list?: string;
  readonly placeholder?: string;
  readonly isMono?: boolean;
  /** Rows of a field of several lines; Enter ends a line there. */
  readonly rows?: number;
  /** Why the text is not taken, in the language of the page; it stays as it was typed then. */
  readonly check?: (text: string) => string | undefined;
  readonly onCommit: (value: string) => void;
}

/** Takes effect when it is left, or with Enter. */
export function TextField({
  label,
  value,
  list,
  placeholder,
  isMono = false,
  rows,
  check,
  onCommit,
}: TextFieldProps) {
  const [text, setText] = useState(value);
  const [fault, setFault] = useState<string>();
  const faultId = useId();
  useEffect(() => {
    setText(value);
    setFault(undefined);
  }, [value]);
  const commit = () => {
    const typed = text.trim();
    const found = typed === value ? undefined : check?.(typed);
    setFault(found);
    if (found !== undefined) return;
    if (typed !== value) onCommit(typed);
    if (value === "") setText("");
  };
  const common = {
    className: isMono ? "field mono" : "field",
    "aria-label": label,
    "aria-invalid": fault === undefined ? undefined : true,
    "aria-describedby": fault === undefined ? undefined : faultId,
    title: value,
    value: text,
    placeholder,
    onBlur: commit,
  };
  return (
    <>
      {rows === undefined ? (
        <input
          {...common}
          list={list}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && commit()}
        />
      ) : (
        <textarea
          {...common}
          rows={rows}
          wrap="off"
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <Fault id={faultId} label={label} fault={fault} />
    </>
  );
}

interface LabelledTextProps extends TextFieldProps {
  /** A shorter label, for the eye: what it is of stands above it. */
  readonly shown?: string;
}

/** With its label before it. */
export function LabelledText({ shown, ...props }: LabelledTextProps) {
  return (
    <div className="sweep-form__labelled">
      <span aria-hidden="true">{shown ?? props.label}</span>
      <TextField {...props} />
    </div>
  );
}

interface CheckFieldProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function CheckField({ label, isOn, isDisabled = false, onChange }: CheckFieldProps) {
  return (
    <label className="sweep-form__check">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly onCommit: (value: number) => void;
  /** The user empties the field; without it the number is shown again. */
  readonly onClear?: (() => void) | undefined;
}

/** "20 M" and "20 000 000" are the same. What is no number stays as it was typed, with the reason. */
export function NumberField({ label, value, onCommit, onClear }: NumberFieldProps) {
  const shown = value === undefined ? "" : shownNumber(value);
  const id = useId();
  const [text, setText] = useState(shown);
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    setText(shown);
    setFault(undefined);
  }, [shown]);
  const commit = () => {
    const typed = text.trim();
    const isGone = typed === "" && value !== undefined && onClear !== undefined;
    const read = typed === shown || typed === "" ? undefined : readTypedNumber(typed);
    setFault(read?.ok === false ? read.message : undefined);
    if (isGone) onClear();
    else if (read === undefined || (read.ok && read.value === value)) setText(shown);
    else if (read.ok) onCommit(read.value);
  };
  return (
    <>
      <div className="sweep-form__number">
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          className="field mono"
          inputMode="decimal"
          value={text}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === "Enter" && commit()}
        />
      </div>
      <Fault id={`${id}-fault`} label={label} fault={fault} />
    </>
  );
}

interface FaultProps {
  readonly id: string;
  readonly label: string;
  /** undefined: there is none. */
  readonly fault: string | undefined;
}

/** Why what was typed is not taken. */
function Fault({ id, label, fault }: FaultProps) {
  return fault === undefined ? null : (
    <p id={id} className="sweep-form__fault" role="alert">
      <span className="loss">✕ </span>
      {label}: {fault}
    </p>
  );
}

function shownNumber(value: number): string {
  return value >= 1e6 && value % 1e5 === 0 ? `${value / 1e6} M` : String(value);
}
