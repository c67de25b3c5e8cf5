/** The largest machine that the page draws: the demo of eight cores with a card for each of its sixteen contexts
 * instead of one card with eight rings. Two cards share a core, and the frames arrive at all cards together at the
 * same rate. */
import type { Scenario } from "../../../scenarios/format/schema.ts";

const CARDS = 16;
const CORES = 8;

export function withSixteenCards(demo: Scenario): Scenario {
  const [nic] = demo.machine.nics;
  const [traffic] = demo.traffic;
  if (nic === undefined || traffic === undefined) throw new Error("the demo has no card");
  const cards = Array.from({ length: CARDS }, (_, card) => card);
  return {
    ...demo,
    name: "Eight cores, sixteen cards",
    machine: {
      ...demo.machine,
      nics: cards.map((card) => ({
        ...nic,
        name: `eth${card}`,
        line: typeof nic.line === "string" ? nic.line : { ...nic.line, core: card % CORES },
        moreRings: [],
      })),
    },
    software: {
      ...demo.software,
      threads: cards.flatMap((card) => threadsOf(demo, card)),
    },
    traffic: cards.map((card) => ({
      ...traffic,
      nic: `eth${card}`,
      rate: { framesPerSecond: RATE_OF_ALL / CARDS },
    })) as Scenario["traffic"],
  };
}

const RATE_OF_ALL = 1_800_000;

/** The threads that serve ring `card % 8` in the demo, changed to serve this card. */
function threadsOf({ software }: Scenario, card: number): Scenario["software"]["threads"] {
  const number = (card % CORES) + 1;
  const mine = software.threads.filter(({ name }) =>
    [`protocol ${number}`, `driver ${number}`].includes(name),
  );
  const text = JSON.stringify(mine)
    .replaceAll(/"nic":"eth0"(,"ring":\d+)?/g, `"nic":"eth${card}"`)
    .replaceAll(/"(name|thread)":"(protocol|driver) \d+"/g, `"$1":"$2 of eth${card}"`);
  return JSON.parse(text) as Scenario["software"]["threads"];
}
