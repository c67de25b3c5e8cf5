/** Announces a machine's changes in words, slowly enough for listeners. */
import { useEffect, useRef, useState } from "react";
import type { MachineView } from "../../engine/protocol.ts";
import { useActions } from "../../state/hooks.ts";
import { useLanguage } from "../../text/useLanguage.ts";
import type { MachineInfo } from "./machineInfo.ts";
import { ratesSpeech, type StageRates } from "./rates.ts";
import { spokenChange } from "./speech.ts";

interface LiveTextProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly rates: StageRates | undefined;
}

/** Announces changes since the last announcement, at most once a second; rates every few seconds. */
export function LiveText({ view, facts, rates }: LiveTextProps) {
  const [text, setText] = useState("");
  const { setSpoken } = useActions();
  const narrator = useRef<ReturnType<typeof createNarrator>>(undefined);

  useEffect(() => {
    const made = createNarrator((said) => {
      setText(said);
      setSpoken(said);
    });
    narrator.current = made;
    return made.close;
  }, [setSpoken]);

  useEffect(() => narrator.current?.show(view, facts, rates), [view, facts, rates]);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sentence is said again in another language
  useEffect(() => narrator.current?.repeat(), [language]);

  return (
    <p className="sr-only" role="status" aria-live="polite">
      {text}
    </p>
  );
}

/** Between two sentences. */
export const PAUSE_MS = 1000;
/** Pause between two sentences about rates, which change little each second. */
const RATES_PAUSE_MS = 6000;

interface Narrator {
  /** The present machine. Another `facts` means another machine, without changes to announce. */
  readonly show: (view: MachineView, facts: MachineInfo, rates?: StageRates) => void;
  /** Repeats the last sentence, in the present language. */
  readonly repeat: () => void;
  readonly close: () => void;
}

export function createNarrator(say: (text: string) => void): Narrator {
  let told: MachineView | undefined;
  let shown: { readonly view: MachineView; readonly facts: MachineInfo } | undefined;
  /** The present rates, and the time of their last announcement. */
  let rates: StageRates | undefined;
  let toldRatesMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: (() => string) | undefined;

  /** The last view is always announced, however late. Views during the timer are announced with it, later ones start it
   * again. */
  function tell(): void {
    timer = undefined;
    if (told === undefined || shown === undefined || told === shown.view) return;
    if (rates !== undefined) {
      told = shown.view;
      const nowMs = performance.now();
      if (nowMs - toldRatesMs < RATES_PAUSE_MS) return;
      toldRatesMs = nowMs;
      const spoken = { rates, facts: shown.facts };
      last = () => ratesSpeech(spoken.rates, spoken.facts);
      say(last());
      return;
    }
    const [before, now] = [told, shown];
    told = shown.view;
    const change = () => spokenChange(before, now.view, now.facts);
    if (change() === "") return;
    last = change;
    say(change());
  }

  return {
    show: (view, facts, fast) => {
      // When the machine is slow again, later rates are announced at once.
      if (fast === undefined) toldRatesMs = Number.NEGATIVE_INFINITY;
      rates = fast;
      if (shown?.facts !== facts) {
        told = view;
        last = undefined;
      }
      shown = { view, facts };
      if (told !== view) timer ??= setTimeout(tell, PAUSE_MS);
    },
    repeat: () => {
      if (last !== undefined) say(last());
    },
    close: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
