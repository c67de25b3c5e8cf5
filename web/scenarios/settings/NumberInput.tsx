import { type KeyboardEvent, useState } from "react";
import type { NumberControl } from "../../../lib/settings/form.ts";
import { readNumber, steppedNumber } from "../../../lib/settings/numberText.ts";
import { plainText, typedNumber } from "../../text/numbers.ts";
import { t } from "../../text/t.ts";

interface NumberInputProps {
  readonly id: string;
  readonly title: string;
  readonly control: NumberControl;
  readonly value: unknown;
  /** May be left out: an empty field. */
  readonly isOptional: boolean;
  readonly "aria-describedby": string;
  readonly "aria-invalid": boolean;
  readonly onValue: (value: unknown) => void;
  readonly onLeaveOut: () => void;
}

/** A number, or one of the words that stand for one. Enter and leaving take what was typed; arrows step. */
export function NumberInput({ control, title, onValue, ...props }: NumberInputProps) {
  const words = control.words.filter((word) => typeof word === "string");
  if (words.length === 0) return <NumberField control={control} title={title} onValue={onValue} {...props} />;
  const isWord = words.some((word) => word === props.value);
  return (
    <>
      <select
        className="field select"
        id={isWord ? props.id : undefined}
        aria-label={isWord ? undefined : t("{title}: word or number", { title })}
        aria-describedby={props["aria-describedby"]}
        value={isWord ? String(props.value) : NUMBER}
        onChange={({ currentTarget }) =>
          onValue(currentTarget.value === NUMBER ? startOf(control) : currentTarget.value)
        }
      >
        {words.map((word) => (
          <option key={word}>{word}</option>
        ))}
        <option value={NUMBER}>{t("number")}</option>
      </select>
      {isWord ? null : <NumberField control={control} title={title} onValue={onValue} {...props} />}
    </>
  );
}

const NUMBER = "#";

function startOf({ minimum, maximum }: NumberControl): number {
  return Math.min(maximum, Math.max(minimum, 1));
}

function NumberField({
  control,
  value,
  isOptional,
  onValue,
  onLeaveOut,
  ...props
}: Omit<NumberInputProps, "title"> & { readonly title: string }) {
  const { title: _, ...input } = props;
  const shown = typeof value === "number" ? plainText(value) : value === undefined ? "" : String(value);
  /** Undefined: the user is not typing. */
  const [typed, setTyped] = useState<string | undefined>(undefined);

  function take(): void {
    setTyped(undefined);
    if (typed === undefined || typed === shown) return;
    if (typed.trim() === "" && isOptional) onLeaveOut();
    else onValue(readNumber(typedNumber(typed)) ?? typed);
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === "Enter") take();
    if (event.key === "Escape" && typed !== undefined) {
      event.stopPropagation();
      setTyped(undefined);
    }
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const from =
      (typed === undefined ? undefined : readNumber(typedNumber(typed))) ??
      (typeof value === "number" ? value : 0);
    setTyped(undefined);
    onValue(steppedNumber(from, event.key === "ArrowUp" ? 1 : -1, event.shiftKey, control));
  }

  return (
    <input
      {...input}
      className="field field--number"
      role="spinbutton"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      aria-valuemin={control.minimum}
      aria-valuemax={control.maximum}
      aria-valuenow={typeof value === "number" ? value : undefined}
      size={Math.min(16, Math.max(6, (typed ?? shown).length + 1))}
      placeholder={isOptional ? t("none|value") : undefined}
      value={typed ?? shown}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={take}
      onKeyDown={press}
    />
  );
}
