import { Suspense } from "react";
import { useStore } from "zustand";
import { REGISTER_NAMES } from "../../lib/assembler/registers.ts";
import { HELP } from "../../lib/programs/assemblyHelp.ts";
import type { CallFrame } from "../../lib/programs/calls.ts";
import type { CodePlace, ProgramPlaces } from "../../lib/programs/places.ts";
import type { ConsoleView } from "../engine/protocol.ts";
import { type Label, t, translated } from "../text/t.ts";
import { shownConsole } from "../ui/consoleText.ts";
import { layerToken } from "../ui/layerTokens.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import { csrRows, type PlicRow, plicRows } from "./csrs.ts";
import { MemorySection } from "./MemorySection.tsx";
import { hexText, type WordFormat, wordText } from "./numbers.ts";
import { type ProgramPart, programView, showPlace } from "./programView.ts";
import type { ProgramState } from "./states.ts";
import { waitText } from "./states.ts";
import type { ProgramMoment } from "./useStates.ts";

const RingSection = lazyPart(() => import("./RingSection.tsx"));
const ProfileSection = lazyPart(() => import("./ProfileSection.tsx"));

const PARTS: readonly { readonly part: ProgramPart; readonly text: Label }[] = [
  { part: "registers", text: "Registers" },
  { part: "csrs", text: "CSRs" },
  { part: "memory", text: "Memory|program" },
  { part: "rings", text: "Rings|program" },
  { part: "calls", text: "Calls" },
  { part: "console", text: "Console|program" },
  { part: "profile", text: "Profile|program" },
];

/** Registers and memory of the selected program at the playhead. */
interface MachineSectionProps {
  readonly moment: ProgramMoment;
  readonly state: ProgramState | undefined;
  readonly calls: readonly CallFrame[];
  /** Names of all cards. */
  readonly cards: readonly string[];
}

export function MachineSection({ moment, state, calls, cards }: MachineSectionProps) {
  const chosen = useStore(programView, (view) => view.thread);
  const wanted = useStore(programView, (view) => view.part);
  const format = useStore(programView, (view) => view.format);
  if (state === undefined) return null;
  const consoles = moment.view?.programs?.consoles ?? [];
  const without = new Set<ProgramPart>();
  if (state.program.hart === undefined) without.add("csrs");
  if (consoles.length === 0) without.add("console");
  if ((moment.view?.programs?.cards ?? []).every((card) => card === undefined)) without.add("rings");
  const parts = PARTS.filter((one) => !without.has(one.part));
  const part = parts.some((one) => one.part === wanted) ? wanted : "registers";
  return (
    <section className="program__machine rigid scroll hair-above" aria-label={t("State of the program")}>
      <div className="program__bar">
        <ThreadChoice states={moment.states} chosen={chosen} />
        {/* biome-ignore lint/a11y/useSemanticElements: buttons, not a form */}
        <div className="seg" role="group" aria-label={t("Numbers")}>
          <button
            type="button"
            aria-pressed={format === "hex"}
            onClick={() => programView.setState({ format: "hex" })}
          >
            {t("hex")}
          </button>
          <button
            type="button"
            aria-pressed={format === "decimal"}
            onClick={() => programView.setState({ format: "decimal" })}
          >
            {t("decimal")}
          </button>
        </div>
      </div>
      <Where state={state} moment={moment} />
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, not a form */}
      <div className="seg program__parts wrap" role="group" aria-label={t("What is shown")}>
        {parts.map((one) => (
          <button
            key={one.part}
            type="button"
            aria-pressed={part === one.part}
            onClick={() => programView.setState({ part: one.part })}
          >
            {t(one.text)}
          </button>
        ))}
      </div>
      {part === "registers" ? <RegisterSection moment={moment} state={state} /> : null}
      {part === "csrs" ? <CsrSection moment={moment} state={state} /> : null}
      {part === "memory" ? <MemorySection moment={moment} state={state} /> : null}
      {part === "console" ? <ConsoleSection consoles={consoles} /> : null}
      {part === "rings" ? (
        <Suspense fallback={<div className="memory" aria-busy="true" />}>
          <RingSection moment={moment} names={cards} />
        </Suspense>
      ) : null}
      {part === "profile" ? (
        <Suspense fallback={<div className="profile t-12" aria-busy="true" />}>
          <ProfileSection moment={moment} />
        </Suspense>
      ) : null}
      {part === "calls" ? <CallSection state={state} calls={calls} places={moment.places} /> : null}
    </section>
  );
}

interface ThreadChoiceProps {
  readonly states: readonly ProgramState[];
  readonly chosen: number | undefined;
}

function ThreadChoice({ states, chosen }: ThreadChoiceProps) {
  return (
    <label className="fill">
      <span className="sr-only">{t("Thread")}</span>
      <select
        className="field wide"
        value={chosen ?? ""}
        onChange={({ currentTarget: { value } }) =>
          programView.setState({ thread: value === "" ? undefined : Number(value) })
        }
      >
        <option value="">{t("the thread that runs in this cycle")}</option>
        {states.map(({ thread, name }) => (
          <option key={thread} value={thread}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Where({
  state,
  moment: { places },
}: {
  readonly state: ProgramState;
  readonly moment: ProgramMoment;
}) {
  const { at, context, program, name, layer, wait } = state;
  const place = places.nameOf(program.pc) ?? hexText(program.pc);
  return (
    <p className="program__where line gap-2 t-12" style={{ "--layer": `var(--${layerToken(layer)})` }}>
      <i aria-hidden="true" />
      <span>
        {context === undefined ? name : `${context} \u00b7 ${name}`}
        {": "}
        {at === undefined
          ? t("not in a program now")
          : [placeText(at), place].filter((one) => one !== undefined).join(", ")}
        {wait === undefined ? null : (
          <span className="sr-only">; {t("waiting, {cause}", { cause: waitText(wait) })}</span>
        )}
      </span>
    </p>
  );
}

/** Text that each console has sent up to the playhead. */
function ConsoleSection({ consoles }: { readonly consoles: readonly ConsoleView[] }) {
  return (
    <div className="console t-12">
      {consoles.map((one, index) => (
        // A console has no other name in programs than its number.
        // biome-ignore lint/suspicious/noArrayIndexKey: the number is what a console is known by
        <OneConsole key={index} name={`UART${index}`} view={one} />
      ))}
    </div>
  );
}

function OneConsole({ name, view }: { readonly name: string; readonly view: ConsoleView }) {
  const { text, lost } = shownConsole(view);
  return (
    <section aria-label={name}>
      <h3>
        {name} <span>{t("characters sent: {count}", { count: view.sent })}</span>
      </h3>
      {lost > 0 ? (
        <p className="empty">{t("The first {count} of them have been discarded.", { count: lost })}</p>
      ) : null}
      {text === "" ? null : <pre>{text}</pre>}
    </section>
  );
}

interface CsrSectionProps {
  readonly moment: ProgramMoment;
  readonly state: ProgramState;
}

const PLIC_NAMES: Readonly<Record<PlicRow["name"], Label>> = {
  enabled: "PLIC enabled",
  pending: "PLIC pending",
  claimed: "PLIC claimed",
  threshold: "PLIC threshold",
};

/** Control and status registers of a hart, its timer and its sources. Marks show changes of the last step. */
function CsrSection({ moment, state }: CsrSectionProps) {
  const now = state.program.hart;
  const before = moment.before?.programs?.threads[state.thread]?.hart;
  if (now === undefined) return null;
  return (
    <dl className="registers registers--wide grid" aria-label={t("CSRs of {thread}", { thread: state.name })}>
      {csrRows(now, before).map((row) => (
        <Row key={row.name} {...row} title={translated(HELP.csr.get(row.name)?.text ?? "")} />
      ))}
      {plicRows(now, before).map((row) => (
        <Row
          key={row.name}
          {...row}
          name={t(PLIC_NAMES[row.name])}
          title={t("Source: number of its line + 1")}
        />
      ))}
    </dl>
  );
}

interface RowProps {
  readonly name: string;
  readonly text: string;
  readonly title: string;
  readonly isChanged: boolean;
}

function Row({ name, text, title, isChanged }: RowProps) {
  return (
    <div data-changed={isChanged} title={title}>
      <dt>{name}</dt>
      <dd>
        {text}
        {isChanged ? <span className="sr-only"> {t("changed")}</span> : null}
      </dd>
    </div>
  );
}

interface RegisterSectionProps {
  readonly moment: ProgramMoment;
  readonly state: ProgramState;
}

/** Registers by the names of the ABI. Changes of the last step are highlighted. */
function RegisterSection({ moment, state }: RegisterSectionProps) {
  const format = useStore(programView, (view) => view.format);
  const before = moment.before?.programs?.threads[state.thread];
  const rows = [
    { name: "pc", number: "", value: state.program.pc, old: before?.pc },
    ...REGISTER_NAMES.slice(1).map((name, index) => ({
      name,
      number: `x${index + 1}`,
      value: state.program.x[index + 1] ?? 0,
      old: before?.x[index + 1],
    })),
  ];
  return (
    <dl className="registers grid" aria-label={t("Registers of {thread}", { thread: state.name })}>
      {rows.map(({ name, number, value, old }) => {
        const isChanged = old !== undefined && old !== value;
        return (
          <div key={name} data-changed={isChanged} title={titleOf(number, value, old, format, moment)}>
            <dt>{name}</dt>
            <dd>
              {name === "pc" ? hexText(value) : wordText(value, format)}
              {isChanged ? <span className="sr-only"> {t("changed")}</span> : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The number in the other base, the symbol at that address, and the previous value. */
function titleOf(
  number: string,
  value: number,
  old: number | undefined,
  format: WordFormat,
  { places }: ProgramMoment,
): string {
  const other = format === "hex" ? String(value | 0) : hexText(value);
  const was =
    old === undefined || old === value ? "" : t("before: {value}", { value: wordText(old, format) });
  return [number, other, places.nameOf(value) ?? "", was].filter((one) => one !== "").join(" · ");
}

interface CallSectionProps {
  readonly state: ProgramState;
  readonly calls: readonly CallFrame[];
  readonly places: ProgramPlaces;
}

/** The function at pc and its callers, the innermost first. */
function CallSection({ state, calls, places }: CallSectionProps) {
  if (calls.length === 0) return <p className="section empty">{t("The thread is not in a program now.")}</p>;
  return (
    <ol className="calls t-12 no-marks" aria-label={t("Calls of {thread}", { thread: state.name })}>
      {calls.map((frame) => (
        <Frame key={frame.from} frame={frame} places={places} />
      ))}
    </ol>
  );
}

/** A call that is the last instruction of its function returns to the address at which the next function begins. */
function inCaller(address: number, places: ProgramPlaces): number {
  if (places.nameOf(address)?.includes("+") !== false) return address;
  const call = [address - 4, address - 2].find((one) => places.behindCall(one) === address);
  return call ?? address;
}

function Frame({
  frame: { address, from },
  places,
}: {
  readonly frame: CallFrame;
  readonly places: ProgramPlaces;
}) {
  const at = from === "pc" ? address : inCaller(address, places);
  const place = places.codeAt(at);
  const name = places.nameOf(at) ?? hexText(at);
  return (
    <li>
      {place?.line === undefined ? (
        <span>{name}</span>
      ) : (
        <button type="button" onClick={() => showPlace(place, address)}>
          {name}
        </button>
      )}
      <span className="calls__where ink-3">
        {placeText(place) ?? hexText(address)}
        {" \u00b7 "}
        {typeof from === "number" ? `[${hexText(from)}]` : from}
      </span>
    </li>
  );
}

/** `line 7`, or `sum.c:7` for a linked file. Undefined if it has no line. */
function placeText(place: CodePlace | undefined): string | undefined {
  if (place?.line === undefined) return undefined;
  return place.file === undefined ? t("line {line}", { line: place.line }) : `${place.file}:${place.line}`;
}
