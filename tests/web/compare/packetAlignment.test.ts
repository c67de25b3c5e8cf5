import { describe, expect, it } from "vitest";
import { findPacket, offsetFor } from "../../../web/compare/packetAlignment.ts";
import type { FollowRequest, Journey } from "../../../web/engine/protocol.ts";

function journey(number: number, stop: number): Journey {
  return {
    what: "packet",
    number,
    stop,
    beginCycle: stop - 1,
    endCycle: stop + 500,
    knownToCycle: stop + 500,
    isFinal: true,
    offeredCycle: undefined,
    sizeBytes: 64,
    place: 0,
    thread: undefined,
    context: undefined,
    fate: { kind: "delivered" },
    parts: [],
    waypoints: [],
  };
}

/** A machine whose packets begin at these cycles, numbered from 0. */
function machine(begins: readonly number[]) {
  const all = begins.map((cycle, number) => journey(number, cycle));
  const asked: FollowRequest[] = [];
  const answer = ({ cycle, move, number = 0 }: FollowRequest): Journey | undefined => {
    if (move !== 0) return all[number + move];
    return all.findLast((one) => one.stop <= cycle) ?? all[0];
  };
  return {
    asked,
    follow: (request: FollowRequest) => {
      asked.push(request);
      return Promise.resolve({
        status: "ok" as const,
        value: { kind: "followed" as const, journey: answer(request) },
      });
    },
  };
}

const regular = Array.from({ length: 5000 }, (_, index) => 1000 + index * 777);

describe("the same packet in another machine", () => {
  it.each([0, 1, 57, 2500, 4998, 4999])("is found by number %i, wherever it is", async (number) => {
    for (const guess of [0, 2_000_000, 10_000_000]) {
      const client = machine(regular);
      expect((await findPacket(client, number, guess, 10_000_000))?.stop).toBe(regular[number]);
      expect(client.asked.length).toBeLessThan(40);
    }
  });

  it("is distinguished from others that begin in the same cycle", async () => {
    const client = machine([100, 100, 100, 100, 900]);
    for (const number of [0, 1, 2, 3, 4])
      expect((await findPacket(client, number, 100, 1000))?.number).toBe(number);
  });

  it("is reported as missing after a bounded number of questions", async () => {
    for (const begins of [[], [5], regular]) {
      const client = machine(begins);
      expect(await findPacket(client, 9999, 300, 10_000_000)).toBeUndefined();
      expect(client.asked.length).toBeLessThanOrEqual(64);
    }
  });
});

describe("the offset of B", () => {
  const [a, b] = [journey(7, 1001), { ...journey(7, 3001), endCycle: 9000 }];
  it("is the distance between the begins or the ends in B's cycles", () => {
    expect(offsetFor("moment", a, b, 1)).toBe(0);
    expect(offsetFor("begin", a, b, 1)).toBe(2000);
    expect(offsetFor("end", a, b, 1)).toBe(9000 - 1501);
    expect(offsetFor("begin", a, b, 2)).toBe(1000);
  });
  it("is undefined for the end of a packet that did not end", () => {
    expect(offsetFor("end", { ...a, endCycle: undefined }, b, 1)).toBeUndefined();
  });
});
