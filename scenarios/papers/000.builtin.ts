/** The machines of source 000, for a list. */
import { type BuiltinScenario, from } from "../builtin.ts";

const made = (id: string) =>
  from(async () => ({ default: (await import("./000.scenarios.ts")).scenarioOf(id) }));

const RECEIVE_ONE_CONTEXT = from(() => import("./000-receive-one-context.json"));
const SEND_ONE_CONTEXT = from(() => import("./000-send-one-context.json"));
const SEND_THREE_CONTEXTS = from(() => import("./000-send-three-contexts.json"), SEND_ONE_CONTEXT);

export const INTERRUPT_CONTEXTS: readonly BuiltinScenario[] = [
  {
    id: "000-receive-one-context",
    group: "000",
    name: "Pattery: receive, one context",
    summary: "Driver layer, 1500-byte frames, registers saved for every frame. Printed: 994 Mb/s.",
    ...RECEIVE_ONE_CONTEXT,
    opening: { cycle: 24_254, fromCycle: 16_000, toCycle: 32_000 },
  },
  {
    id: "000-receive-three-contexts",
    group: "000",
    name: "Pattery: receive, three contexts",
    summary: "The same without saving. Printed: 1078 Mb/s.",
    ...from(() => import("./000-receive-three-contexts.json"), RECEIVE_ONE_CONTEXT),
    opening: { cycle: 24_633, fromCycle: 16_000, toCycle: 32_000 },
  },
  {
    id: "000-send-one-context",
    group: "000",
    name: "Pattery: send, one context",
    summary: "System call, Driver Send, transmit-done interrupt. Printed: 653 Mb/s.",
    ...SEND_ONE_CONTEXT,
    opening: { cycle: 21_387, fromCycle: 12_000, toCycle: 28_000 },
  },
  {
    id: "000-send-three-contexts",
    group: "000",
    name: "Pattery: send, three contexts (as the text says)",
    summary: "Nothing is saved at all. Printed: 688 Mb/s.",
    ...SEND_THREE_CONTEXTS,
    opening: { cycle: 19_341, fromCycle: 12_000, toCycle: 28_000 },
  },
  {
    id: "000-send-three-contexts-keeps-frame",
    group: "000",
    name: "Pattery: send, three contexts (as the number says)",
    summary: "The system call still saves its caller's registers. Printed: 688 Mb/s.",
    ...from(() => import("./000-send-three-contexts-keeps-frame.json"), SEND_THREE_CONTEXTS),
    opening: { cycle: 17_504, fromCycle: 10_000, toCycle: 26_000 },
  },
  {
    id: "000-entry",
    group: "000",
    name: "Pattery: interrupt entry",
    summary: "Instructions beyond fetch complete, then six cycles pass (figure 3).",
    ...made("000-entry"),
    opening: { cycle: 2737, fromCycle: 2700, toCycle: 2780 },
  },
  {
    id: "000-entry-idle",
    group: "000",
    isVariant: true,
    name: "Pattery: interrupt entry, nothing runs",
    summary: "Nothing drains: the six cycles of figure 3 alone.",
    ...made("000-entry-idle"),
    opening: { cycle: 2737, fromCycle: 2700, toCycle: 2780 },
  },
  {
    id: "000-figure-5",
    group: "000",
    name: "Pattery: a system call (figure 5)",
    summary: "A call to send, preempted by the interrupt of a frame sent earlier.",
    ...made("000-figure-5"),
    opening: { cycle: 23_800, fromCycle: 0, toCycle: 38_000 },
  },
  {
    id: "000-contexts",
    group: "000",
    name: "Pattery: how many contexts",
    summary: "The whole stack, with random packets in both directions: three contexts never save.",
    ...made("000-contexts"),
    opening: { cycle: 205_052, fromCycle: 190_000, toCycle: 230_000 },
  },
  {
    id: "000-stack-receive",
    group: "000",
    name: "Pattery: whole stack, receive without a pause",
    summary: "Driver, IP, UDP and socket without a pause: the driver takes 13 % of the time.",
    ...made("000-stack-receive"),
    opening: { cycle: 19_391, fromCycle: 0, toCycle: 40_000 },
  },
  {
    id: "000-stack-send",
    group: "000",
    name: "Pattery: whole stack, send without a pause",
    summary: "Socket, UDP, IP and driver without a pause: the driver takes 22 % of the time.",
    ...made("000-stack-send"),
    opening: { cycle: 29_424, fromCycle: 10_000, toCycle: 50_000 },
  },
  {
    id: "000-trace-receive",
    group: "000",
    name: "Pattery: the busiest second, receive",
    summary:
      "1,080 packets and 1,652 system calls a second in closed loop. Printed: 8.60 Mb/s, with one context 8.57.",
    ...made("000-trace-receive"),
    opening: { cycle: 329_386, fromCycle: 250_000, toCycle: 450_000 },
  },
  {
    id: "000-trace-receive-anywhere",
    group: "000",
    isVariant: true,
    name: "Pattery: the busiest second, receive, at random",
    summary: "The same events, each anywhere in the second.",
    ...made("000-trace-receive-anywhere"),
    opening: { cycle: 447_956, fromCycle: 350_000, toCycle: 550_000 },
  },
  {
    id: "000-trace-send",
    group: "000",
    name: "Pattery: the busiest second, send",
    summary: "1,080 system calls a second send 1,080 packets, in a closed loop.",
    ...made("000-trace-send"),
    opening: { cycle: 402_587, fromCycle: 300_000, toCycle: 500_000 },
  },
  {
    id: "000-sources-one-context",
    group: "000",
    name: "Pattery: four sources, one context",
    summary: "Ethernet, ATM, USB and HDLC with small FIFOs: the source's future work.",
    ...made("000-sources-one-context"),
    opening: { cycle: 400_002, fromCycle: 392_000, toCycle: 408_000 },
  },
  {
    id: "000-sources-three-contexts",
    group: "000",
    name: "Pattery: four sources, three contexts",
    summary: "The same without saving.",
    ...made("000-sources-three-contexts"),
    opening: { cycle: 400_002, fromCycle: 392_000, toCycle: 408_000 },
  },
];
