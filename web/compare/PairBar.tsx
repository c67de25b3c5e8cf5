import { type RefObject, useMemo } from "react";
import { tryField } from "../../lib/scenarioFields/change.ts";
import { differencesOf, hasSameTraffic } from "../../lib/scenarioFields/differences.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS, builtinScenario } from "../../scenarios/index.ts";
import { ScenarioPicker } from "../scenarios/gallery/ScenarioPicker.tsx";
import { type Opened, openBuiltin, run } from "../scenarios/open/open.ts";
import { siblingOf } from "../scenarios/siblings.ts";
import { knobLabel, valueText } from "../scenarios/tries/knobText.ts";
import { useActions, useApp, useSession } from "../state/hooks.ts";
import { translatedMessage } from "../text/message.ts";
import { t, translated } from "../text/t.ts";
import { withinSentence } from "../text/withinSentence.ts";
import { Icon } from "../ui/Icon.tsx";
import { becauseText } from "./becauseText.ts";
import { ChangeField } from "./ChangeField.tsx";
import { whyChosen } from "./choosePair.ts";
import { DifferenceList } from "./DifferenceList.tsx";
import { Letter } from "./Letter.tsx";
import { type OneChange, oneChanges } from "./oneChange.ts";
import { renamed } from "./renamed.ts";

interface PairBarProps {
  readonly a: Scenario;
  readonly b: Scenario;
  /** The element that shows the difference. */
  readonly result: RefObject<HTMLElement | null>;
}

/** Names the two machines and their differences, and offers actions. */
export function PairBar({ a, b, result }: PairBarProps) {
  const session = useSession();
  const { setOther, notify } = useActions();
  const idA = useApp((state) => state.scenarioId);
  const isEdited = useApp((state) => state.scenario !== state.original);
  const differences = useMemo(() => differencesOf(a, b), [a, b]);
  const idB = b === a ? idA : undefined;
  const sibling = differences.length === 0 ? builtinScenario(siblingOf(idA) ?? "") : undefined;

  function openB(opened: Opened): void {
    if (opened.ok) setOther(opened.scenario);
    else notify("error", opened.message);
  }

  async function swap(): Promise<void> {
    const position = session.position();
    const scale = b.machine.clockHertz / a.machine.clockHertz;
    const { breakpoints = [], bookmarks = [], range: _, follow: __, ...place } = position;
    const pair = session.store.getState().pair;
    const swapped = await session.actions.loadScenario(
      b,
      { kind: "link" },
      {
        ...place,
        breakpoints: pair.breakpoints,
        bookmarks: pair.bookmarks,
        pair: { offsetCycles: -Math.round(pair.offsetCycles / scale), breakpoints, bookmarks },
        cycle: Math.max(0, Math.floor(position.cycle * scale) + pair.offsetCycles),
        startCycle: Math.max(0, Math.floor(position.startCycle * scale) + pair.offsetCycles),
        visibleCycles: Math.max(1, Math.round(position.visibleCycles * scale)),
      },
    );
    if (swapped) setOther(a);
  }

  return (
    <div className="pair row wrap rigid">
      <div className="pair__machine row gap-2 slim">
        <Letter of="A" />
        <ScenarioPicker
          label={t("Machine A")}
          name={translated(a.name)}
          isEdited={isEdited}
          selectedId={idA}
          onOpen={(opened) => void run(session, opened)}
        />
      </div>
      <button
        type="button"
        className="btn btn--ghost btn--icon pair__swap"
        aria-label={t("Swap A and B")}
        title={t("Swap A and B")}
        onClick={() => void swap()}
      >
        <Icon name="compare" />
      </button>
      <div className="pair__machine row gap-2 slim">
        <Letter of="B" />
        <ScenarioPicker
          label={t("Machine B")}
          name={translated(b.name)}
          selectedId={idB ?? builtinNamed(b.name)}
          onOpen={openB}
        />
      </div>
      <ChangeField a={a} b={b} onChange={setOther} result={result} />
      {sibling === undefined ? null : (
        <button type="button" className="btn" onClick={async () => openB(await openBuiltin(sibling.id))}>
          {t("Compare with {name}", { name: translated(sibling.name) })}
        </button>
      )}
      <DifferenceList
        a={a}
        b={b}
        because={becauseText(whyChosen(session), a, b, differences)}
        differences={differences}
        sameTraffic={hasSameTraffic(a, b)}
        sameClock={a.machine.clockHertz === b.machine.clockHertz}
      />
      {differences.length === 0 ? <KnobChanges a={a} onChange={setOther} /> : null}
    </div>
  );
}

/** Used only for the mark in the list. */
function builtinNamed(name: string): string | undefined {
  return BUILTIN_SCENARIOS.find((one) => one.name === name)?.id;
}

/** A button that makes B, while B equals A. */
function KnobChanges({ a, onChange }: { readonly a: Scenario; readonly onChange: (b: Scenario) => void }) {
  const { notify } = useActions();
  const changes = useMemo(() => oneChanges(a), [a]);
  if (changes.length === 0) return null;
  function apply({ knob, to }: OneChange): void {
    const changed = tryField(a, { path: knob.path, name: knobLabel(knob) }, to);
    const what = `${withinSentence(knobLabel(knob))} ${valueText(knob.unit, to)}`;
    if (changed.ok) onChange(renamed(a, changed.scenario, what));
    else notify("error", t("Not applied: {reason}", { reason: translatedMessage(changed.message) }));
  }
  return (
    <ul className="pair__knobs flex wrap gap-2 flush tight no-marks" aria-label={t("Change B")}>
      {changes.map((change) => {
        const { knob, to } = change;
        return (
          <li key={knob.path.join("/")}>
            <button type="button" className="btn btn--small" onClick={() => apply(change)}>
              {t("B with {label} {value} instead of {before}", {
                label: knobLabel(knob),
                value: valueText(knob.unit, to),
                before: valueText(knob.unit, knob.value),
              })}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
