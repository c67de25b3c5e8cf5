/** The rooms of core-wasm/src from the lowest to the highest. Each may include its own headers and those of the rooms
 * before it. */
export const CORE_ROOMS = [
  "base", // compiler attributes, random numbers, hash
  "cache", // what caches, TLBs and predictors hold: no time, no machine
  "observe", // event log, series, window, histograms: record what the machine tells
  "state", // the state of the machine: types, and their elements by index
  "progress", // starvation, livelock
  "thread", // where a thread runs, what wakes it
  "memory", // when an access is over: caches in time, bus
  "cpu/code", // routines and programs
  "cpu/trace", // rows of the pipeline window
  "cpu/step", // the pipeline, stepped cycle by cycle
  "cpu/blocks", // one context from block to block
  "cpu/programs", // one program from cycle to cycle, its stages in registers
  "cpu/contexts", // several contexts from issue to issue
  "cpu", // which of these engines runs a core
  "device", // NICs, disks, timers, lines, queues, traffic
  "software", // threads, interrupts, scheduler, locks
  "view", // what the page asks for
  "api", // sim.h: create, step, check, snapshot
];
