/** The controls of one value. Each accepts the typed text at Enter or when it loses the focus. */
import { type KeyboardEvent, useId, useState } from "react";
import { namesOf } from "../../lib/settings/edit.ts";
import type { NumberControl } from "../../lib/settings/form.ts";
import { steppedNumber } from "../../lib/settings/numberText.ts";
import { readJson } from "../../scenarios/read/json.ts";
import { plainText } from "../text/numbers.ts";
import { t } from "../text/t.ts";
import { type NodeProps, useControl, useFormFacts } from "./useForm.ts";

/** The control that the schema of a value asks for. */
export function ScalarControl({ node }: NodeProps) {
  const { edit, root } = useFormFacts();
  const { form, value, path } = node;
  const { control } = form;
  const set = (next: unknown) => edit({ kind: "set", path, value: next });
  const leaveOut = () => edit({ kind: "remove", path });
  const common = useControl(node);
  const { id } = common;
  const isOptional = !form.required && form.fallback === undefined;
  switch (control.kind) {
    case "number":
      return (
        <NumberInput
          {...common}
          title={node.title}
          control={control}
          value={value}
          isOptional={isOptional}
          onValue={set}
          onLeaveOut={leaveOut}
        />
      );
    case "toggle":
      return (
        <button
          {...common}
          type="button"
          role="switch"
          className="switch middle tight bare press"
          aria-checked={value === true}
          aria-labelledby={`${id}:title`}
          onClick={() => set(value !== true)}
        >
          <i className="anchor surface edge" aria-hidden="true" />
          {t(value === true ? "on" : "off")}
        </button>
      );
    case "choice":
    case "reference":
      return (
        <Select
          {...common}
          options={control.kind === "choice" ? control.options : namesOf(root.value, control.to)}
          words={"words" in control ? control.words : undefined}
          value={value}
          isOptional={isOptional}
          onValue={(next) => (next === undefined ? leaveOut() : set(next))}
        />
      );
    case "marks":
      return <Marks id={id} options={control.options} value={value} onValue={set} />;
    case "text":
      return (
        <TextInput
          {...common}
          lines={control.lines}
          text={typeof value === "string" ? value : ""}
          onText={(text) => (text === "" && value === undefined ? undefined : set(text))}
        />
      );
    case "values":
      return (
        <TextInput
          {...common}
          lines={control.layout === "lines"}
          text={Array.isArray(value) ? value.join(control.layout === "lines" ? "\n" : " ") : ""}
          onText={(text) => set(valuesOf(text, control.layout, control.entry.control.kind === "number"))}
        />
      );
    case "json":
      return (
        <TextInput
          {...common}
          lines={true}
          text={textOfJson(value)}
          onText={(text) => (text.trim() === "" ? leaveOut() : set(valueOfJson(text)))}
        />
      );
    case "column":
      return (
        <output id={id} className="sfield__column">
          {Array.isArray(value) || typeof value === "string"
            ? t("{count} recorded", { count: value.length })
            : t("none|value")}
        </output>
      );
    default:
      return null;
  }
}

/** Text that is not a number stays a text, and the error names it. */
function valuesOf(text: string, layout: "line" | "lines", isNumber: boolean): readonly unknown[] {
  const parts = (layout === "lines" ? text.split("\n") : text.split(/[\s,]+/))
    .map((part) => part.trim())
    .filter(Boolean);
  if (!isNumber) return parts;
  return parts.map((part) => (Number.isFinite(Number(part)) ? Number(part) : part));
}

const textOfJson = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

/** Text that is not JSON stays a text. */
function valueOfJson(text: string): unknown {
  const read = readJson(text);
  return read.ok ? read.value : text;
}

interface MarksProps {
  readonly id: string;
  readonly options: readonly string[];
  readonly value: unknown;
  readonly onValue: (marked: readonly string[]) => void;
}

/** Check boxes for any number of the options. The value keeps the order of the options. */
export function Marks({ id, options, value, onValue }: MarksProps) {
  const marked: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    // biome-ignore lint/a11y/useSemanticElements: the row is the field set
    <div id={id} role="group" className="fields__marks flex wrap t-12" aria-labelledby={`${id}:title`}>
      {options.map((option) => {
        const isOn = marked.includes(option);
        return (
          <label className="middle target" key={option}>
            <input
              type="checkbox"
              checked={isOn}
              onChange={() =>
                onValue(options.filter((one) => (one === option ? !isOn : marked.includes(one))))
              }
            />
            {option}
          </label>
        );
      })}
    </div>
  );
}

/** The attributes of an element that edits a value. */
interface ControlAttributes {
  readonly id?: string;
  readonly "aria-label"?: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: boolean;
}

interface SelectProps extends ControlAttributes {
  readonly options: readonly string[];
  /** The page's names of options, if they differ from those in the file. */
  readonly words?: Readonly<Record<string, string>> | undefined;
  readonly value: unknown;
  readonly isOptional: boolean;
  readonly onValue: (value: string | undefined) => void;
}

const LEFT_OUT = "";

export function Select({ options, words = {}, value, isOptional, onValue, ...attributes }: SelectProps) {
  const current = typeof value === "string" ? value : LEFT_OUT;
  const isKnown = current === LEFT_OUT || options.includes(current);
  return (
    <select
      {...attributes}
      className="field"
      value={current}
      onChange={({ currentTarget }) =>
        onValue(currentTarget.value === LEFT_OUT ? undefined : currentTarget.value)
      }
    >
      {isOptional || current === LEFT_OUT ? <option value={LEFT_OUT}>–</option> : null}
      {isKnown ? null : <option value={current}>{current}</option>}
      {options.map((option) => (
        <option key={option} value={option}>
          {words[option] ?? option}
        </option>
      ))}
    </select>
  );
}

interface NumberFieldProps extends ControlAttributes {
  readonly control: NumberControl;
  readonly value: unknown;
  /** True if the field may be empty, which omits the value. */
  readonly isOptional: boolean;
  readonly onValue: (value: unknown) => void;
  readonly onLeaveOut: () => void;
}

interface NumberInputProps extends NumberFieldProps {
  readonly title: string;
}

/** A number, or a word that stands for one. Enter and losing the focus accept the typed text. Arrow keys step the
 * value. */
export function NumberInput({ title, ...props }: NumberInputProps) {
  const { control, onValue } = props;
  const words = control.words.filter((word) => typeof word === "string");
  if (words.length === 0) return <NumberField {...props} />;
  const isWord = words.some((word) => word === props.value);
  return (
    <>
      <select
        className="field"
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
      {isWord ? null : <NumberField {...props} />}
    </>
  );
}

const NUMBER = "#";

function startOf({ minimum, maximum }: NumberControl): number {
  return Math.min(maximum, Math.max(minimum, 1));
}

function NumberField({ control, value, isOptional, onValue, onLeaveOut, ...attributes }: NumberFieldProps) {
  const { readNumber } = useFormFacts();
  const shown = typeof value === "number" ? plainText(value) : value === undefined ? "" : String(value);
  const placeholder = isOptional ? t("none|value") : "";
  /** Undefined while the user does not type. */
  const [typed, setTyped] = useState<string | undefined>(undefined);

  function take(): void {
    setTyped(undefined);
    if (typed === undefined || typed === shown) return;
    if (typed.trim() === "" && isOptional) onLeaveOut();
    else onValue(readNumber(typed) ?? typed);
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
      (typed === undefined ? undefined : readNumber(typed)) ?? (typeof value === "number" ? value : 0);
    setTyped(undefined);
    onValue(steppedNumber(from, event.key === "ArrowUp" ? 1 : -1, event.shiftKey, control));
  }

  return (
    <input
      {...attributes}
      className="field digits to-right"
      role="spinbutton"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      aria-valuemin={finite(control.minimum)}
      aria-valuemax={finite(control.maximum)}
      aria-valuenow={typeof value === "number" ? value : undefined}
      size={Math.min(16, Math.max(6, ((typed ?? shown) || placeholder).length + 1))}
      placeholder={placeholder}
      value={typed ?? shown}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={take}
      onKeyDown={press}
    />
  );
}

const finite = (bound: number): number | undefined => (Number.isFinite(bound) ? bound : undefined);

interface TextInputProps extends ControlAttributes {
  readonly lines: boolean;
  readonly text: string;
  readonly placeholder?: string;
  /** Id of a list of suggestions. */
  readonly list?: string;
  readonly onText: (text: string) => void;
  /** The reason why a text is refused, in the language of the page. The text then stays as typed. */
  readonly refusalOf?: (text: string) => string | undefined;
}

const MOST_ROWS = 12;
/** Number of letters that fit into the panel. */
const ROW_CHARACTERS = 36;

function rowsOf(text: string): number {
  return text
    .split("\n")
    .reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / ROW_CHARACTERS)), 0);
}

/** Accepts the text when it loses the focus. If it has one line, also at Enter. */
export function TextInput({ lines, text, list, onText, refusalOf, ...attributes }: TextInputProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  /** The refusal disappears when the value changes elsewhere, and so does the typed text. */
  const [refusal, setRefusal] = useState<{ readonly text: string; readonly reason: string } | undefined>();
  const refusalId = useId();

  function take(): void {
    const reason = typed === undefined || typed === text ? undefined : refusalOf?.(typed);
    setRefusal(reason === undefined ? undefined : { text, reason });
    if (reason !== undefined) return;
    setTyped(undefined);
    if (typed !== undefined && typed !== text) onText(typed);
  }

  function press(event: KeyboardEvent): void {
    if (event.key === "Enter" && (!lines || event.ctrlKey || event.metaKey)) take();
    if (event.key === "Escape" && typed !== undefined) {
      event.stopPropagation();
      setTyped(undefined);
      setRefusal(undefined);
    }
  }

  function type(next: string): void {
    setTyped(next);
    if (isOld) setRefusal(undefined);
  }

  const isOld = refusal !== undefined && refusal.text !== text;
  const isRefused = refusal !== undefined && !isOld;
  const shown = isOld ? text : (typed ?? text);
  const common = {
    ...attributes,
    ...(isRefused ? { "aria-invalid": true, "aria-describedby": refusalId } : {}),
    className: lines ? "field field--lines" : "field field--text",
    spellCheck: false,
    autoComplete: "off",
    value: shown,
    onBlur: take,
    onKeyDown: press,
  };
  return (
    <>
      {lines ? (
        <textarea
          {...common}
          rows={Math.min(MOST_ROWS, rowsOf(shown))}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      ) : (
        <input {...common} list={list} onChange={({ currentTarget }) => type(currentTarget.value)} />
      )}
      {isRefused ? (
        <p className="sfield__error" id={refusalId} role="alert">
          <span aria-hidden="true">✕ </span>
          {attributes["aria-label"] === undefined ? "" : `${attributes["aria-label"]}: `}
          {refusal.reason}
        </p>
      ) : null}
    </>
  );
}
