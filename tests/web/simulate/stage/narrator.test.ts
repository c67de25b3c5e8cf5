import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createNarrator, PAUSE_MS } from "../../../../web/simulate/stage/LiveText.tsx";
import { speak as speakLanguage } from "../../../../web/text/language.ts";
import { cpu, FACTS, line, view } from "./fixture.ts";

const calm = view({ cycle: 1000 });
const raised = view({ cycle: 2000, lines: [line({ pending: true })] });
const entering = view({ cycle: 2001, lines: [line({ pending: true })], cpus: [cpu({ entryStep: 2 })] });

describe("the narrator of the stage", () => {
  const said: string[] = [];
  beforeEach(() => {
    said.length = 0;
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const speak = () => createNarrator((text) => said.push(text));

  it("is silent at the first picture, and speaks one sentence a second after it", () => {
    const narrator = speak();
    narrator.show(calm, FACTS);
    vi.advanceTimersByTime(10 * PAUSE_MS);
    narrator.show(raised, FACTS);
    narrator.show(entering, FACTS);
    vi.advanceTimersByTime(PAUSE_MS - 1);
    expect(said).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(said).toEqual(["Cycle 2001: eth0 raised its interrupt, entry: push SR."]);
  });

  it("speaks about the last picture, even if it comes after the previous sentence", () => {
    const narrator = speak();
    narrator.show(calm, FACTS);
    narrator.show(raised, FACTS);
    vi.advanceTimersByTime(PAUSE_MS);
    narrator.show(entering, FACTS);
    vi.advanceTimersByTime(PAUSE_MS);
    expect(said).toEqual(["Cycle 2000: eth0 raised its interrupt.", "Cycle 2001: entry: push SR."]);
  });

  it("does not describe one machine as a change of another", () => {
    const narrator = speak();
    narrator.show(calm, FACTS);
    narrator.show(raised, { ...FACTS });
    vi.advanceTimersByTime(PAUSE_MS);
    expect(said).toEqual([]);
  });

  it("repeats its last sentence in the language of the page", async () => {
    const narrator = speak();
    narrator.repeat();
    expect(said).toEqual([]);
    narrator.show(calm, FACTS);
    narrator.show(raised, FACTS);
    vi.advanceTimersByTime(PAUSE_MS);
    await speakLanguage("de");
    narrator.repeat();
    await speakLanguage("en");
    narrator.repeat();
    expect(said).toEqual([
      "Cycle 2000: eth0 raised its interrupt.",
      "Takt 2000: eth0 hat den Interrupt ausgelöst.",
      "Cycle 2000: eth0 raised its interrupt.",
    ]);
    narrator.show(calm, { ...FACTS });
    narrator.repeat();
    expect(said).toHaveLength(3);
  });

  it("is silent after it is closed", () => {
    const narrator = speak();
    narrator.show(calm, FACTS);
    narrator.show(raised, FACTS);
    narrator.close();
    vi.advanceTimersByTime(PAUSE_MS);
    expect(said).toEqual([]);
  });
});
