/** The machines of source 004, for a list. */
import { type BuiltinScenario, from } from "../builtin.ts";

const SMP = from(() => import("./004-smp.json"));
const ETA = from(() => import("./004-eta.json"));

export const PACKET_ENGINE: readonly BuiltinScenario[] = [
  {
    id: "004-smp",
    group: "004",
    name: "ETA: two symmetric processors",
    summary: "1 KB transmit with system calls, copies, locks and interrupts on the other processor.",
    ...SMP,
    opening: { cycle: 1_026_067, fromCycle: 1_011_000, toCycle: 1_041_000 },
  },
  {
    id: "004-smp-tuned",
    group: "004",
    name: "ETA: the symmetric machine, tuned",
    summary: "The control: affinity and coalescing, which leave less to gain.",
    ...from(() => import("./004-smp-tuned.json"), SMP),
    opening: { cycle: 1_039_091, fromCycle: 1_021_000, toCycle: 1_051_000 },
  },
  {
    id: "004-eta",
    group: "004",
    name: "ETA: a host and a packet engine",
    summary: "The same transmit through queues in memory: no interrupt, no copy, and the host has time left.",
    ...ETA,
    opening: { cycle: 1_008_635, fromCycle: 989_000, toCycle: 1_019_000 },
  },
  {
    id: "004-smp-near",
    group: "004",
    isVariant: true,
    name: "ETA: two symmetric processors, interrupts beside the program",
    summary: "Caches of a Xeon.",
    ...from(() => import("./004-smp-near.json"), SMP),
    opening: { cycle: 1_026_067, fromCycle: 1_011_000, toCycle: 1_041_000 },
  },
  {
    id: "004-eta-near",
    group: "004",
    isVariant: true,
    name: "ETA: a host and a packet engine with the caches of a Xeon",
    summary: "Caches of a Xeon.",
    ...from(() => import("./004-eta-near.json"), ETA),
    opening: { cycle: 1_008_635, fromCycle: 989_000, toCycle: 1_019_000 },
  },
];
