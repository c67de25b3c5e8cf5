import { afterAll, beforeAll, expect, it } from "vitest";
import { sim_drop_cause_names, sim_entry_step_names } from "../../../core-wasm/binding/layout.gen.ts";
import type { Journey } from "../../../web/engine/protocol.ts";
import { speak } from "../../../web/text/language.ts";
import { dropCauseText, fateText, journeyName, waypointName } from "../../../web/timeline/journey.ts";
import { machine } from "./fixtures.ts";

const WAYPOINTS = ["dma-begin", "dma-end", "frame-sent", "recognised", "handler-entered", "acknowledged"];
const FATES: readonly Journey["fate"][] = [
  { kind: "delivered" },
  { kind: "returned" },
  { kind: "under-way" },
  { kind: "merged", into: 3 },
];
const journey = { what: "packet", number: 1249, thread: undefined, fate: { kind: "delivered" } } as Journey;

/** All texts about a followed packet. */
function said(): readonly string[] {
  return [
    journeyName(journey, machine),
    ...sim_drop_cause_names.map((cause) => dropCauseText(cause)),
    ...FATES.map((fate) => fateText({ ...journey, fate }, machine)),
    ...[...WAYPOINTS, ...sim_entry_step_names.slice(1)].map(waypointName),
  ];
}

beforeAll(() => speak("en"));
afterAll(() => speak("en"));

it("the text of a followed packet is also German: names, fates, causes, steps", async () => {
  const english = said();
  expect(english).toEqual(expect.arrayContaining(["ring full", "handler entered", "push SR"]));
  for (const text of english) expect(text).toMatch(/^[\p{L}\d✕]/u);
  await speak("de");
  const german = said();
  expect(german[0]).toMatch(/^Paket 1\s249$/);
  expect(german.filter((text, index) => text === english[index])).toEqual([]);
});
