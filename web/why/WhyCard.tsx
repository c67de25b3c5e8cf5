import "./whyCard.css";
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Said, sentencesOf } from "../../lib/why/sentences.ts";
import type { Clause, Why, WhyTarget } from "../../lib/why/why.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { useActions, useApp } from "../state/hooks.ts";
import type { WhyState } from "../state/store.ts";
import { pageOf } from "../state/usePage.ts";
import { t } from "../text/t.ts";
import { useLanguage } from "../text/useLanguage.ts";
import { formatInteger } from "../ui/format.ts";
import { Icon } from "../ui/Icon.tsx";
import { type Apply, Remedies, sentenceText } from "./Remedies.tsx";
import { createRemedyRunner, type RemedyRunner } from "./remedyRuns.ts";

/** Margin around the clause, as a share of its length. */
const MARGIN_SHARE = 0.15;
const LEAST_SHOWN_CYCLES = 200;
/** Remedies start when the machine has been paused for this long at full speed, so that no worker starts between two
 * clicks on Play. */
const STANDS_MS = 500;

interface WhyCardProps {
  readonly remedies: Apply | "none" | undefined;
  /** The machine in question, if there are two. */
  readonly of: ReactNode;
}

/**
 * Why something was lost or late: the chain, in which each clause leads to its place, and possible remedies.
 */
export default function WhyCard({ remedies, of }: WhyCardProps) {
  const asked = useApp(({ why }) => why);
  const scenario = useApp((state) => state.scenario);
  const { askWhy } = useActions();
  const card = useRef<HTMLElement>(null);
  const title = useId();
  const [isFolded, fold] = useState(false);
  const runner = useRemedyRunner(scenario);
  useLanguage();
  useEffect(() => {
    const before = document.activeElement;
    card.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  // Another page has other parts in this place.
  useEffect(() => {
    const page = pageOf(window.location.hash);
    return () => {
      if (pageOf(window.location.hash) !== page) askWhy(undefined);
    };
  }, [askWhy]);
  useLayoutEffect(() => (card.current === null ? undefined : leaveStoryRoom(card.current)), []);
  if (asked === undefined || scenario === undefined || runner === undefined) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    askWhy(undefined);
  };
  return (
    <section
      className="why scroll raised hair-2 r-3 floating fixed"
      role="dialog"
      aria-labelledby={title}
      aria-busy={asked.status === "asked"}
      data-folded={isFolded}
      tabIndex={-1}
      ref={card}
      onKeyDown={onKeyDown}
    >
      <header className="why__head row gap-2">
        <h2 id={title}>
          {t("Why?")} {of}
        </h2>
        <Neighbours asked={asked} />
        <button
          type="button"
          className="btn btn--icon btn--ghost only-phone"
          aria-expanded={!isFolded}
          aria-label={t("Causes and remedies")}
          title={t("Causes and remedies")}
          onClick={() => fold(!isFolded)}
        >
          <Icon name={isFolded ? "up" : "down"} />
        </button>
        <button
          type="button"
          className="btn btn--icon btn--ghost"
          aria-label={t("Close")}
          title={t("Close")}
          onClick={() => askWhy(undefined)}
        >
          <Icon name="close" />
        </button>
      </header>
      <Answer asked={asked} scenario={scenario} runner={runner} remedies={remedies} />
    </section>
  );
}

/** One runner for all losses that the user asks about while the card is open. At full speed the playing machine has
 * priority. */
function useRemedyRunner(scenario: Scenario | undefined): RemedyRunner | undefined {
  const runner = useMemo(() => scenario && createRemedyRunner(scenario), [scenario]);
  const isFast = useApp(({ playing, speed }) => playing && speed === "max");
  useEffect(() => () => runner?.stop(), [runner]);
  useEffect(() => {
    if (isFast) runner?.hold(true);
    const standing = setTimeout(() => runner?.hold(isFast), STANDS_MS);
    return () => clearTimeout(standing);
  }, [runner, isFast]);
  return runner;
}

/** The previous loss, and the next one. */
function Neighbours({ asked }: { readonly asked: WhyState }) {
  const { askWhy } = useActions();
  const { target } = asked;
  if (asked.status !== "known" || (target.what !== "drop" && target.what !== "press")) return null;
  const { cycle } = asked.why;
  const ask = (move: -1 | 1) => askWhy({ what: target.what, cycle, move });
  return (
    <span className="flex gap-1">
      <button type="button" className="btn btn--small btn--ghost" onClick={() => ask(-1)}>
        {t("Previous loss")}
      </button>
      <button type="button" className="btn btn--small btn--ghost" onClick={() => ask(1)}>
        {t("Next loss")}
      </button>
    </span>
  );
}

interface AnswerProps {
  readonly asked: WhyState;
  readonly scenario: Scenario;
  readonly runner: RemedyRunner;
  readonly remedies: Apply | "none" | undefined;
}

function Answer({ asked, scenario, runner, remedies }: AnswerProps) {
  if (asked.status === "asked")
    return (
      <p className="why__note t-12 ink-2" role="status">
        {t("Searching the run for the causes …")}
      </p>
    );
  if (asked.status === "none")
    return (
      <p className="why__note t-12 ink-2" role="status">
        {noneText(asked.target)}
      </p>
    );
  return (
    <Chain
      key={`${asked.why.what} ${asked.why.cycle}`}
      why={asked.why}
      said={sentencesOf(scenario, asked.why)}
      scenario={scenario}
      runner={runner}
      remedies={remedies}
      isMoved={"move" in asked.target && asked.target.move !== undefined && asked.target.move !== 0}
    />
  );
}

function noneText({ what }: WhyTarget): string {
  if (what === "drop") return t("No packet has been lost here so far.");
  if (what === "press") return t("No press has been lost here so far.");
  if (what === "pending") return t("This interrupt is not pending here.");
  if (what === "thread") return t("No wait was found here.");
  return t("It has not ended yet, or it became part of another packet.");
}

interface ChainProps {
  /** True if the user came from the previous or next loss. */
  readonly isMoved: boolean;
  readonly why: Why;
  readonly said: Said;
  readonly scenario: Scenario;
  readonly runner: RemedyRunner;
  readonly remedies: Apply | "none" | undefined;
}

function Chain({ why, said, scenario, runner, remedies, isMoved }: ChainProps) {
  const { seek, showCycles, setLit, pause } = useActions();
  const whole = why.toCycle - why.fromCycle;
  const place = useRef<HTMLButtonElement>(null);
  const show = (fromCycle: number, toCycle: number, part: string, cycle: number) => {
    const margin = Math.max(LEAST_SHOWN_CYCLES, (toCycle - fromCycle) * MARGIN_SHARE);
    const [from, to] = [Math.max(0, fromCycle - margin), toCycle + margin];
    pause();
    seek(cycle);
    showCycles(from, from + shownBeside(from, to, clearShareOf(place.current?.closest(".why") ?? null)));
    setLit([part]);
  };
  const showWhole = () => show(why.fromCycle, why.toCycle, why.part, why.cycle + 1);
  const showsNext = useEffectEvent(showWhole);
  // Moves machine and playhead to another loss that the user asks about.
  useEffect(() => {
    if (isMoved) showsNext();
  }, [isMoved]);
  const goTo = ({ fromCycle, toCycle, part }: Clause) => show(fromCycle, toCycle, part, fromCycle);
  return (
    <>
      <p className="why__title t-15" role="status">
        {said.headline.map(sentenceText).join(" ")}
      </p>
      <button type="button" className="btn btn--small" ref={place} onClick={showWhole}>
        {t("Show this period")}
      </button>
      {said.clauses.length === 0 ? null : (
        <>
          <h3 className="why__sub t-13">{t("What happened in these {cycles} cycles", { cycles: whole })}</h3>
          <ol className="grid gap-1 tight no-marks">
            {said.clauses.map(({ clause, sentences }) => (
              <li key={clause.fromCycle}>
                <button
                  type="button"
                  className="why__clause grid gap-2 ink surface hair r-2 press"
                  data-kind={clause.kind}
                  onClick={() => goTo(clause)}
                >
                  <span className="why__share mono sunk r-1" aria-hidden="true">
                    <i style={{ inlineSize: `${shareOf(clause, whole)}%` }} />
                  </span>
                  <span>
                    <b>{sentences.slice(0, 1).map(sentenceText).join(" ")}</b>{" "}
                    {sentences.slice(1).map(sentenceText).join(" ")}
                  </span>
                  <span className="why__from mono small">{formatInteger(clause.fromCycle)}</span>
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
      {remedies === "none" ? null : (
        <Remedies scenario={scenario} why={why} runner={runner} onApply={remedies} />
      )}
    </>
  );
}

function shareOf({ fromCycle, toCycle }: Clause, whole: number): number {
  return whole === 0 ? 0 : Math.max(1, ((toCycle - fromCycle) / whole) * 100);
}

/** The timeline shows [from, from + shown) over its width, of which `clearShare` is not covered. Returns the number of
 * shown cycles for which [from, to) ends before the card. */
export function shownBeside(fromCycle: number, toCycle: number, clearShare: number): number {
  return (toCycle - fromCycle) / Math.min(1, Math.max(LEAST_CLEAR_SHARE, clearShare));
}

/** Left and right of the plot on a wide page. */
const GUTTER_PX = 148;
const AIR_PX = 20;

/** A smaller share would be unreadable. In that case the card covers the cycles. */
const LEAST_CLEAR_SHARE = 0.25;

/** Share of the timeline's plot that the card leaves free. 1 if they do not overlap. */
function clearShareOf(card: Element | null): number {
  const plot = document.querySelector(".timeline__body")?.getBoundingClientRect();
  const own = card?.getBoundingClientRect();
  if (own === undefined || plot === undefined) return 1;
  const [left, right] = [plot.left + GUTTER_PX, plot.right - AIR_PX];
  // The card grows when its remedies arrive.
  const meets = own.top < plot.bottom && own.left < right && own.left > left;
  return meets ? (own.left - AIR_PX - left) / (right - left) : 1;
}

/** The card floats over the page, but must not cover a story: the story's bar ends where the card begins. On a narrow
 * page the card ends where the bar begins. */
const NARROW = "(max-width: 819px)";

/** The returned function undoes it. */
function leaveStoryRoom(card: HTMLElement): () => void {
  const observer = new ResizeObserver(place);
  const page = document.querySelector("main");
  let bar: HTMLElement | null = null;

  function place(): void {
    const found = document.querySelector<HTMLElement>(".storybar");
    if (found !== bar) {
      if (bar !== null) observer.unobserve(bar);
      if (found !== null) observer.observe(found);
      bar = found;
    }
    const isNarrow = window.matchMedia(NARROW).matches;
    setLength(card, "--above", found !== null && isNarrow ? roomAbove(found) : 0);
    if (found !== null) setLength(found, "--beside", isNarrow ? 0 : overlap(found, card));
  }

  // A story may open or close while the card is open.
  const comings = new MutationObserver(place);
  if (page !== null) comings.observe(page, { childList: true, subtree: true });
  observer.observe(card);
  window.addEventListener("resize", place);
  place();
  return () => {
    observer.disconnect();
    comings.disconnect();
    window.removeEventListener("resize", place);
    bar?.style.removeProperty("--beside");
  };
}

/** Distance from the bar's upper edge to the end of the page, in px. */
function roomAbove(bar: HTMLElement): number {
  return window.innerHeight - bar.getBoundingClientRect().top;
}

/** Width by which the card overlaps the bar, in px. */
function overlap(bar: HTMLElement, card: HTMLElement): number {
  return Math.max(0, bar.getBoundingClientRect().right - card.getBoundingClientRect().left);
}

function setLength({ style }: HTMLElement, name: string, px: number): void {
  const value = `${Math.round(px)}px`;
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
}
