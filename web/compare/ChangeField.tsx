import { Popover } from "@base-ui/react/popover";
import { type KeyboardEvent, type RefObject, useId, useMemo, useRef, useState } from "react";
import { readFieldText, tryField } from "../../lib/scenarioFields/change.ts";
import { type Field, fieldsOf } from "../../lib/scenarioFields/describe.ts";
import { differencesOf } from "../../lib/scenarioFields/differences.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { translatedMessage } from "../text/message.ts";
import { editedNumber } from "../text/numbers.ts";
import { Trans } from "../text/Trans.tsx";
import { t, translated } from "../text/t.ts";
import { typedQuantity } from "../text/typedQuantity.ts";
import { withinSentence } from "../text/withinSentence.ts";
import { valueText } from "../ui/fieldValue.ts";
import { hasFocusMoved } from "../ui/focusMoved.ts";
import { Icon } from "../ui/Icon.tsx";
import { placeText, rangeText } from "./fieldText.ts";
import { renamed } from "./renamed.ts";

interface ChangeFieldProps {
  readonly a: Scenario;
  readonly b: Scenario;
  readonly onChange: (b: Scenario) => void;
}

interface ChangeButtonProps extends ChangeFieldProps {
  /** Gets the focus once B is made, because it shows the result. */
  readonly result: RefObject<HTMLElement | null>;
}

/** Makes B from A by changing one field. */
export function ChangeField({ a, b, onChange, result }: ChangeButtonProps) {
  const [open, setOpen] = useState(false);
  const made = useRef(false);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        made.current = false;
        setOpen(next);
      }}
    >
      <Popover.Trigger className="btn btn--primary pair__change pushed">
        <span>{t("Change a field")}</span>
        <Icon name="down" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="positioner" sideOffset={6} align="end">
          <Popover.Popup
            ref={popup}
            className="popup change"
            finalFocus={() => !hasFocusMoved(popup.current) && (made.current ? result.current : true)}
          >
            <Popover.Title className="t-13 w-600">{t("Make B from A by changing one field")}</Popover.Title>
            <ChangeForm
              a={a}
              b={b}
              onChange={(next) => {
                made.current = true;
                setOpen(false);
                onChange(next);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function ChangeForm({ a, b, onChange }: ChangeFieldProps) {
  const id = useId();
  const [search, setSearch] = useState("");
  const [name, setName] = useState<string | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const fields = useMemo(() => fieldsOf(a), [a]);
  const chosen = fields.find((field) => field.name === name);
  if (chosen !== undefined)
    return (
      <FieldForm
        key={chosen.name}
        a={a}
        b={b}
        field={chosen}
        onBack={() => setName(undefined)}
        onChange={onChange}
      />
    );
  const { found, left } = findFields(fields, search);

  /** Down moves from the search into the list, and up moves back. */
  function move(event: KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const items = Array.from(list.current?.querySelectorAll("button") ?? []);
    const next = items.findIndex((item) => item.matches(":focus")) + step;
    if (next < 0) input.current?.focus();
    else items[Math.min(next, items.length - 1)]?.focus();
  }

  return (
    <>
      <label className="t-12 w-600" htmlFor={id}>
        {t("Field of A")}
      </label>
      <input
        id={id}
        ref={input}
        className="field"
        type="search"
        placeholder={t("ring, clock, memory, priority …")}
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return move(event);
          event.preventDefault(); // otherwise the form would submit the field that gets the focus
          setName(found[0]?.name);
        }}
      />
      <ul
        className="change__list scroll"
        ref={list}
        aria-label={t("Fields")}
        data-searched={search !== ""}
        onKeyDown={move}
      >
        {found.map((field) => (
          <li key={field.name}>
            <button
              type="button"
              className="change__item row apart gap-3 wide t-12 to-left bare r-1 press"
              onClick={() => setName(field.name)}
            >
              <span>
                {translated(field.title)}
                <span className="change__place">{placeText(field)}</span>
              </span>
              <span className="mono">{valueText(field.value, field.unit)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="small" role="status">
        {found.length === 0
          ? t("No field is called like that.")
          : left > 0
            ? t("{count} more: type to find them.", { count: left })
            : ""}
      </p>
    </>
  );
}

interface FieldFormProps extends ChangeFieldProps {
  readonly field: Field;
  readonly onBack: () => void;
}

function FieldForm({ a, b, field, onBack, onChange }: FieldFormProps) {
  const id = useId();
  const [text, setText] = useState(
    typeof field.value === "number" ? editedNumber(field.value) : String(field.value ?? ""),
  );
  const [error, setError] = useState<string | undefined>(undefined);
  const isMixed = differencesOf(a, b).length > 0;

  function apply(base: Scenario): void {
    const read = readFieldText(field, field.of.kind === "number" ? typedQuantity(text) : text);
    const changed = read.ok ? tryField(base, field, read.value) : read;
    const isOne = base === a && read.ok;
    const what = isOne
      ? `${withinSentence(translated(field.title))} ${valueText(read.value, field.unit)}`
      : undefined;
    if (changed.ok) onChange(renamed(a, changed.scenario, what));
    else {
      const message = translatedMessage(changed.message);
      setError(read.ok ? `${message}.` : `${translated(field.title)} ${message}.`);
    }
  }

  return (
    <form
      className="change__form stack gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        apply(a);
      }}
    >
      <button type="button" className="btn btn--small btn--ghost change__back" onClick={onBack}>
        <Icon name="back" />
        {t("All fields")}
      </button>
      <label className="t-12 w-600" htmlFor={id}>
        {translated(field.title)}
        <span className="change__place">{field.name}</span>
      </label>
      {field.description === "" ? null : <p className="t-12 ink-2">{translated(field.description)}</p>}
      <ValueInput id={id} field={field} text={text} isWrong={error !== undefined} onText={setText} />
      <p className="t-12 ink-2" id={`${id}-range`}>
        <Trans
          text="A has {value}. {range}."
          gaps={{
            value: <span className="mono">{valueText(field.value, field.unit)}</span>,
            range: rangeText(field),
          }}
        />
      </p>
      <p className="change__error t-12 ink-drop" role="alert">
        {error === undefined ? "" : `✕ ${error}`}
      </p>
      <div className="flex at-end gap-2">
        {isMixed ? (
          <button type="button" className="btn" onClick={() => apply(b)}>
            {t("Change B as it is")}
          </button>
        ) : null}
        <button type="submit" className="btn btn--primary">
          {t("Make B from A")}
        </button>
      </div>
    </form>
  );
}

interface ValueInputProps {
  readonly id: string;
  readonly field: Field;
  readonly text: string;
  readonly isWrong: boolean;
  readonly onText: (text: string) => void;
}

function ValueInput({ id, field, text, isWrong, onText }: ValueInputProps) {
  const described = { "aria-describedby": `${id}-range`, "aria-invalid": isWrong };
  if (field.of.kind === "choice" || field.of.kind === "switch") {
    const options = field.of.kind === "choice" ? field.of.options : ["true", "false"];
    return (
      <select
        id={id}
        // biome-ignore lint/a11y/noAutofocus: it has just been chosen
        autoFocus
        className="field"
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        {...described}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {option === "true" ? t("on") : option === "false" ? t("off") : option}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      id={id}
      // biome-ignore lint/a11y/noAutofocus: it has just been chosen
      autoFocus
      className="field mono"
      autoComplete="off"
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      {...described}
    />
  );
}

/** Largest number of fields in the list for the typed letters. */
const SHOWN = 60;

/** Fields that comparisons usually change, offered before the user types. */
const USUAL =
  /^machine\.(clockHertz|core\.(contexts|policy|cores)|nics\..*(rxRingFrames|lineRate|coalescing)|memory\.latencyCycles|interrupts\.(saveRestore|tailChain))|queues\..*capacity/;

interface FoundFields {
  readonly found: readonly Field[];
  readonly left: number;
}

/** Each word must occur in title, place or path. First come usual fields whose title has the first word, then titles
 * that start with it, then titles that contain it. */
function findFields(fields: readonly Field[], search: string): FoundFields {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const first = words[0] ?? "";
  const rank = (field: Field) => {
    const isUsual = USUAL.test(field.name);
    if (words.length === 0) return Number(!isUsual);
    const at = translated(field.title).toLowerCase().indexOf(first);
    return at < 0 ? 3 : isUsual ? 0 : at === 0 ? 1 : 2;
  };
  const fitting = fields.filter((field) => {
    const text = `${translated(field.title)} ${placeText(field)} ${field.name} ${field.title}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const ordered = fitting.toSorted((one, other) => rank(one) - rank(other));
  return { found: ordered.slice(0, SHOWN), left: Math.max(0, ordered.length - SHOWN) };
}
