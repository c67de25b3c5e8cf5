import { type RefObject, useEffect, useId, useRef, useState } from "react";
import type { Machine, Scenario } from "../../../scenarios/format/schema.ts";
import { ROW_KINDS } from "../../devices/kinds.ts";
import { t, tCount } from "../../text/t.ts";
import { formatSi, quantityText } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { type Cycles, type Previews, STRIP_HEIGHT, STRIP_WIDTH, type StripPath } from "./previews.ts";
import { Schematic } from "./Schematic.tsx";

export interface CardFacts {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  /** More words by which a search finds the card. */
  readonly also?: string;
  /** Undefined if it cannot be read. */
  readonly load: () => Promise<Scenario | undefined>;
  /** Cycles that its strip shows. */
  readonly cycles: (scenario: Scenario) => Cycles;
}

interface ScenarioCardProps {
  readonly facts: CardFacts;
  readonly isOpen: boolean;
  readonly previews: Previews | undefined;
  readonly onPick: () => void;
  /** Position in a series of scenarios. */
  readonly step?: { readonly number: number; readonly minutes: number; readonly question: string };
}

export function ScenarioCard({ facts, isOpen, previews, onPick, step }: ScenarioCardProps) {
  const id = useId();
  const card = useRef<HTMLButtonElement>(null);
  const scenario = useScenario(facts, useSeen(card));
  return (
    <button
      ref={card}
      type="button"
      className="card stack fill to-left surface hair-2 r-3 press"
      data-card=""
      aria-labelledby={step === undefined ? `${id}-name` : `${id}-step ${id}-name`}
      aria-describedby={`${id}-summary ${id}-machine`}
      aria-current={isOpen || undefined}
      onClick={onPick}
    >
      <Picture scenario={scenario} facts={facts} previews={previews} />
      {step === undefined ? null : (
        <span className="card__step line gap-2 t-13" id={`${id}-step`}>
          <b className="mono to-middle pill">{step.number}</b>
          <span>{step.question}</span>
          <span className="dim">{t("{minutes} minutes", { minutes: step.minutes })}</span>
        </span>
      )}
      <span className={`card__name flex apart gap-2 ${step === undefined ? "w-600" : "ink-2"}`}>
        <span id={`${id}-name`}>{facts.name}</span>
        {isOpen ? <Icon name="check" /> : null}
      </span>
      <span className="card__summary grow t-12 ink-2" id={`${id}-summary`}>
        {facts.summary}
      </span>
      <span className="card__machine small" id={`${id}-machine`}>
        {scenario === undefined ? "\u00a0" : machineWords(scenario)}
      </span>
    </button>
  );
}

interface PictureProps {
  readonly scenario: Scenario | undefined;
  readonly facts: CardFacts;
  readonly previews: Previews | undefined;
}

/** The machine, and below it the threads on its contexts around the cycle at which it opens. */
function Picture({ scenario, facts, previews }: PictureProps) {
  const strip = useStrip(scenario, facts, previews);
  return (
    <span className="card__picture">
      {scenario === undefined ? <span className="card__blank" /> : <Schematic scenario={scenario} />}
      <svg
        className="strip wide"
        viewBox={`0 0 ${STRIP_WIDTH} ${STRIP_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {strip?.map(({ layer, path }) => (
          <path key={layer} data-layer={layer} d={path} />
        ))}
      </svg>
    </span>
  );
}

/** True once the element has come near the visible part of the list. */
function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: "120px" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [seen, element]);
  return seen;
}

function useScenario(facts: CardFacts, seen: boolean): Scenario | undefined {
  const [scenario, setScenario] = useState<Scenario | undefined>(undefined);
  useEffect(() => {
    if (!seen) return;
    let left = false;
    void facts.load().then((loaded) => {
      if (!left) setScenario(loaded);
    });
    return () => {
      left = true;
    };
  }, [facts, seen]);
  return scenario;
}

function useStrip(
  scenario: Scenario | undefined,
  facts: CardFacts,
  previews: Previews | undefined,
): readonly StripPath[] | undefined {
  const [strip, setStrip] = useState<readonly StripPath[] | undefined>(undefined);
  useEffect(() => {
    if (scenario === undefined || previews === undefined) return;
    let left = false;
    const isWanted = () => !left;
    void previews.strip(scenario, facts.cycles(scenario), isWanted).then((paths) => {
      if (isWanted()) setStrip(paths);
    });
    return () => {
      left = true;
    };
  }, [scenario, facts, previews]);
  return strip;
}

/** Describes the machine of a scenario in one line. */
export function machineWords({ machine }: Scenario): string {
  const { core, nics } = machine;
  return [
    core.cores === 1 ? "" : t("{count} cores", { count: core.cores }),
    core.cores === 1
      ? tCount(core.contexts, "{count} context", "{count} contexts")
      : tCount(core.contexts, "{count} context per core", "{count} contexts per core"),
    rateWords(machine.clockHertz, "Hz"),
    networkWords(nics),
    cacheWords(machine),
    ...ROW_KINDS.map(({ list, words }) => (machine[list].length === 0 ? "" : words(machine[list].length))),
  ]
    .filter((words) => words !== "")
    .join(" · ");
}

/** "1 Gb/s", without zeros after the point. */
function rateWords(value: number, unit: string): string {
  const { value: digits, unit: scaled } = formatSi(value, unit);
  return quantityText({ value: digits.replace(/[.,]0+$/, ""), unit: scaled });
}

function networkWords(nics: Machine["nics"]): string {
  const [first] = nics;
  if (first === undefined) return "";
  const rate = first.lineRateBitPerSecond;
  const same = nics.every(({ lineRateBitPerSecond }) => lineRateBitPerSecond === rate);
  const words = !same ? "" : rate === "ideal" ? t("ideal wire") : rateWords(rate, "b/s");
  if (nics.length === 1) return words;
  return words === "" ? tCount(nics.length, "{count} card", "{count} cards") : `${nics.length} × ${words}`;
}

function cacheWords({ memory }: Machine): string {
  const levels = [memory.l1i ?? memory.l1d, memory.l2].flatMap((cache, level) =>
    cache === undefined ? [] : [`L${level + 1}`],
  );
  return levels.join(" + ");
}
