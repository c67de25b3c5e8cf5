/** How a list of the built-in scenarios is parted, in its order. */
import type { ScenarioGroup } from "./builtin.ts";

export interface GroupFacts {
  readonly id: ScenarioGroup;
  readonly part: "Demos" | "Published experiments";
  readonly title: string;
  /** The subject of its scenarios. */
  readonly about: string;
}

export const SCENARIO_GROUPS: readonly GroupFacts[] = [
  {
    id: "rings",
    part: "Demos",
    title: "Rings that overflow",
    about: "Why frames are lost, and what saving registers has to do with it.",
  },
  {
    id: "polling",
    part: "Demos",
    title: "Interrupts and polling",
    about: "From one interrupt per frame to loops with no interrupts.",
  },
  {
    id: "contexts",
    part: "Demos",
    title: "Contexts",
    about: "Several activities on one pipeline: by switching, in turns, or by weight.",
  },
  {
    id: "cores",
    part: "Demos",
    title: "Cores and locks",
    about: "Where interrupts go, and what they wait for on the way.",
  },
  {
    id: "code",
    part: "Demos",
    title: "Caches and programs",
    about: "What a handler finds in the cache, and a handler written in assembly.",
  },
  {
    id: "devices",
    part: "Demos",
    title: "Devices and traffic",
    about: "Timer, disk and network together, a button, and a capture of real traffic.",
  },
  {
    id: "000",
    part: "Published experiments",
    title: "Pattery et al.",
    about: "Multithreading for interrupts on communication processors.",
  },
  {
    id: "001",
    part: "Published experiments",
    title: "Gibeling & Schultz",
    about: "Interrupt handling with SMT: one context is reserved for interrupts.",
  },
  {
    id: "002",
    part: "Published experiments",
    title: "MIPS 34K",
    about: "Audio and a file copy on one context and on four.",
  },
  {
    id: "003",
    part: "Published experiments",
    title: "Salehi et al.",
    about: "A layer-2 switch on a LEON2-like processor.",
  },
  {
    id: "004",
    part: "Published experiments",
    title: "ETA",
    about: "A packet engine next to its host, compared with two symmetric processors.",
  },
  {
    id: "005",
    part: "Published experiments",
    title: "Cortex-M3",
    about: "A microcontroller that saves registers itself: entry, exit, tail chaining, late arrival.",
  },
  {
    id: "006",
    part: "Published experiments",
    title: "Click",
    about: "A router that polls, and what a packet costs it.",
  },
  {
    id: "007",
    part: "Published experiments",
    title: "Mogul & Ramakrishnan; NAPI",
    about: "Receive livelock, and the poll with a quota that ends it.",
  },
];
