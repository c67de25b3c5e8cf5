/** Tells a machine's changes in words, at a pace that can be listened to. */
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

/** Says what changed since it last spoke, at most once a second; rates every few seconds. */
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
/** Between two sentences about rates, which say nothing new each second. */
const RATES_PAUSE_MS = 6000;

interface Narrator {
  /** The machine as it is now; another `facts` is another machine, of which there is no change to tell. */
  readonly show: (view: MachineView, facts: MachineInfo, rates?: StageRates) => void;
  /** Says the last sentence again, in the language of now. */
  readonly repeat: () => void;
  readonly close: () => void;
}

export function createNarrator(say: (text: string) => void): Narrator {
  let told: MachineView | undefined;
  let shown: { readonly view: MachineView; readonly facts: MachineInfo } | undefined;
  /** Shown now, and when they were told last. */
  let rates: StageRates | undefined;
  let toldRatesMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: (() => string) | undefined;

  /** The last picture is always told, whenever the page gets round to it: what comes while the timer runs is told
   * with it, what comes afterwards starts it again. */
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
      // What is fast no more is told at once when it is again.
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
