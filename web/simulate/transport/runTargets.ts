/** What the user can run to beside the events of the core: conditions with the names of the scenario. */
import { ringFramesOf } from "../../../scenarios/devices/nic.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";

/** What an expression may be long. */
const CHARACTER_LIMIT = 1000;

/** Some receive ring or queue between threads has no room any more, after all had some; undefined: there are too many
 * to name. */
export function fullCondition({ machine, software }: Scenario): string | undefined {
  const full = [
    ...machine.nics.map((nic) => `nic[${JSON.stringify(nic.name)}].ring.fill >= ${ringFramesOf(nic)}`),
    ...software.queues.map(({ name, capacity }) => `queue[${JSON.stringify(name)}].fill >= ${capacity}`),
  ];
  const text = full.join(" or ");
  return full.length === 0 || text.length > CHARACTER_LIMIT ? undefined : text;
}

export function threadCondition(thread: string): string {
  return `thread[${JSON.stringify(thread)}].running == 1`;
}
