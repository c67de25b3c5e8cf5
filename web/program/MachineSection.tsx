import { Suspense } from "react";
import { useStore } from "zustand";
import type { CallFrame } from "../../lib/programs/calls.ts";
import { type Label, t } from "../text/t.ts";
import { layerToken } from "../ui/layerTokens.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import { CallSection } from "./CallSection.tsx";
import { ConsoleSection } from "./ConsoleSection.tsx";
import { CsrSection } from "./CsrSection.tsx";
import { MemorySection } from "./MemorySection.tsx";
import { hexText } from "./numbers.ts";
import { placeText } from "./placeText.ts";
import { type ProgramPart, programView } from "./programView.ts";
import { RegisterSection } from "./RegisterSection.tsx";
import type { ProgramState } from "./states.ts";
import type { ProgramMoment } from "./useStates.ts";
import { waitText } from "./waits.ts";

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

/** What the program that is looked at holds at the playhead. */
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
    <label className="program__thread fill">
      <span className="sr-only">{t("Thread")}</span>
      <select
        className="field wide target"
        value={chosen ?? ""}
        onChange={({ currentTarget: { value } }) =>
          programView.setState({ thread: value === "" ? undefined : Number(value) })
        }
      >
        <option value="">{t("whichever thread runs at this cycle")}</option>
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
          ? t("in no program now")
          : [placeText(at), place].filter((one) => one !== undefined).join(", ")}
        {wait === undefined ? null : (
          <span className="sr-only">; {t("waiting, {cause}", { cause: waitText(wait) })}</span>
        )}
      </span>
    </p>
  );
}
