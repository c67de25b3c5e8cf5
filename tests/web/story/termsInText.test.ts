/** Explained terms in captions. */
import { expect, it } from "vitest";
import RING from "../../../scenarios/stories/ring-overflow.story.json" with { type: "json" };
import { termPieces } from "../../../web/story/termsInText.ts";

const named = (text: string, language: "en" | "de") =>
  termPieces(text, language).flatMap(({ text: word, term }) =>
    term === undefined ? [] : [`${word}: ${term}`],
  );

it("a term is explained at its first occurrence, in the form that it has there", () => {
  const text = "They wait in the backlog: a frame for each slot, the backlog of the protocol.";
  expect(named(text, "en")).toEqual(["backlog: backlog", "frame: packet", "protocol: protocol"]);
  expect(
    termPieces(text, "en")
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});

it("a longer term has priority over a term within it, and no part of a word is a term", () => {
  expect(named("A soft interrupt, registered in the receive ring.", "en")).toEqual([
    "soft interrupt: soft-interrupt",
    "receive ring: receive-ring",
  ]);
  expect(named("Die Kontexte des Treibers stehen an, im Empfangsring acht Plätze.", "de")).toEqual([
    "Kontexte: contexts",
    "Treibers: driver-isr",
    "Empfangsring: receive-ring",
    "Plätze: packet",
  ]);
  expect(named("", "de")).toEqual([]);
});

it("the first story explains all its technical terms", () => {
  for (const language of ["en", "de"] as const) {
    const captions = RING.steps.map(({ caption }) => caption[language]);
    const all = new Set(captions.flatMap((text) => named(text, language)).map((one) => one.split(": ")[1]));
    for (const term of [
      "packet",
      "receive-ring",
      "pending",
      "backlog",
      "protocol",
      "priority",
      "registers",
      "contexts",
    ])
      expect(all.has(term), `${language}: ${term}`).toBe(true);
    for (const word of ["softirq", "drain", "clear enable", "level", "IRQ", "ISR"])
      expect(captions.join(" ")).not.toContain(word);
  }
});
