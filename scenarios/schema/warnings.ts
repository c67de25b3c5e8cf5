/** What a valid scenario says without effect, or with one that few would expect. Nothing here is refused. */
import { ringsOf } from "./lines.ts";
import type { ScenarioError } from "./messages.ts";
import type { Machine, Nic, Scenario } from "./schema.ts";

type Coalescing = Nic["coalescing"];

export function warningsOf(scenario: Scenario): readonly ScenarioError[] {
  const { machine, software } = scenario;
  return [
    ...machine.nics.flatMap((nic, index) => nicWarnings(nic, `machine.nics[${index}]`)),
    ...memoryWarnings(machine),
    ...software.routines.flatMap((routine, index) => {
      if (routine.kind === "program") return [];
      const { bytes, hotBytes } = routine.data;
      // The default of hotBytes is meant for larger footprints.
      if (hotBytes <= bytes || hotBytes === DEFAULT_HOT_BYTES) return [];
      const field = `software.routines[${index}].data.hotBytes`;
      return [{ field, message: `${hotBytes} is more than the footprint, ${bytes} bytes: all of it is hot` }];
    }),
  ];
}

const DEFAULT_HOT_BYTES = 512;

function nicWarnings(nic: Nic, field: string): ScenarioError[] {
  const { mergeBytes, mergeNanoseconds } = nic.offloads;
  const rings = ringsOf(nic).flatMap((ring, index) => {
    const place = index === 0 ? field : `${field}.moreRings[${index - 1}]`;
    return neverAsks(ring.coalescing, ring.rxRingFrames, "ring", `${place}.coalescing.frames`);
  });
  const merge = {
    field: `${field}.offloads.mergeBytes`,
    message: "merges no frames: a packet waits for the next one only as long as mergeNanoseconds, which is 0",
  };
  return [
    ...rings,
    ...neverAsks(nic.txCoalescing, nic.txQueueFrames, "transmit queue", `${field}.txCoalescing.frames`),
    ...(mergeBytes > 0 && mergeNanoseconds === 0 ? [merge] : []),
  ];
}

/** Software that polls may still take the frames, so this is no error. */
function neverAsks(
  { frames, absoluteNanoseconds, packetNanoseconds }: Coalescing,
  places: number,
  holder: string,
  field: string,
): ScenarioError[] {
  if (frames <= places || absoluteNanoseconds + packetNanoseconds > 0) return [];
  const message = `${frames} never wait at once where the ${holder} holds ${places}, and there is no timer: no interrupt comes unless software takes frames without one`;
  return [{ field, message }];
}

function memoryWarnings({ memory }: Machine): ScenarioError[] {
  if (memory.dmaWrites !== "place-in-l2" || memory.l2 !== undefined) return [];
  return [
    { field: "machine.memory.dmaWrites", message: '"place-in-l2" without an L2 works as "invalidate"' },
  ];
}
