/** The instruction stream of source 003's switch: table I's classes, spread evenly over the tasks that its
 * section II lists. tests/papers/003.test.ts holds the scenarios' sequences to it. */

export const TABLE_I = {
  load: 63,
  store: 43,
  branch: 45,
  logical: 100,
  shift: 142,
  arithmetic: 86,
  other: 148,
} as const;

type TableClass = keyof typeof TABLE_I;
type AluClass = Exclude<TableClass, "load" | "store" | "branch">;

/** The core has one class for them. The register distinguishes them. */
export const ALU_REGISTER: Readonly<Record<AluClass, string>> = {
  logical: "r8",
  shift: "r9",
  arithmetic: "r10",
  other: "r11",
};
const ALU_CLASSES = ["logical", "shift", "arithmetic", "other"] as const;

interface Task {
  readonly name: string;
  readonly load: number;
  readonly store: number;
  readonly branch: number;
  readonly alu: number;
  readonly uncachedLoads: number;
  readonly uncachedStores: number;
  /** Words of each such access. */
  readonly uncachedLoadWords?: number;
  readonly uncachedStoreWords?: number;
}

/** The tasks of section II, in its order. The loads, stores and branches of each task are our choice (free: layout). */
const TASKS: readonly Omit<Task, "alu">[] = [
  { name: "receive", load: 8, store: 5, branch: 8, uncachedLoads: 2, uncachedStores: 0 },
  { name: "header", load: 10, store: 4, branch: 7, uncachedLoads: 5, uncachedStores: 0 },
  { name: "ingress filter", load: 6, store: 2, branch: 6, uncachedLoads: 0, uncachedStores: 0 },
  { name: "l2ht_learn", load: 11, store: 8, branch: 7, uncachedLoads: 0, uncachedStores: 0 },
  { name: "l2ht_search", load: 10, store: 3, branch: 7, uncachedLoads: 0, uncachedStores: 0 },
  { name: "egress filter", load: 5, store: 2, branch: 4, uncachedLoads: 0, uncachedStores: 0 },
  { name: "frame_transmit", load: 6, store: 9, branch: 3, uncachedLoads: 2, uncachedStores: 4 },
  { name: "new reception", load: 3, store: 4, branch: 1, uncachedLoads: 0, uncachedStores: 2 },
  { name: "statistics", load: 4, store: 6, branch: 2, uncachedLoads: 0, uncachedStores: 0 },
];

/** Evenly within each task, there in pairs or fours, evenly over all, or as a compiler places them. */
type StoreOrder = "tasks" | "pairs" | "fours" | "even" | "compiled";

export interface StreamOptions {
  /** Instructions beyond table I, for the frame's buffers after the first, in the mix of table I. */
  readonly furtherInstructions?: number;
  readonly stores?: StoreOrder;
  /** Every n-th cached load reads the word of the first one again. 0: none does. */
  readonly sharedWordEvery?: number;
  /** A burst load or store replaces adjacent uncached accesses of a task. */
  readonly bursts?: boolean;
  /** A shift and a logical, or two shifts, in one instruction, wherever the counts allow. */
  readonly bitFields?: boolean;
}

interface Stream {
  readonly sequence: readonly string[];
  /** Indices of the instructions that a free parameter may change. */
  readonly loadUse: readonly number[];
  readonly mayLoadUse: readonly number[];
  readonly calls: readonly number[];
  readonly mayCall: readonly number[];
  readonly uncachedLoads: readonly number[];
  readonly mayBeUncached: readonly number[];
  readonly annulled: readonly number[];
}

const CACHED_BASE = 0x1000_0000;
/** Stores allocate no line, so their addresses have no effect. */
const STORE_BASE = 0x1000_1000;
export const UNCACHED = "0xf0000000";

/** Of the 45 branches, those that annul their delay slot (docs/papers/003.md). */
const ANNULLED = 12;
/** Where the stores of a compiled frame stand (layer2_switch.c, gcc 12.2, -O2). */
const COMPILED = {
  instructions: 359,
  stores: [
    34, 36, 37, 38, 39, 45, 63, 127, 131, 245, 251, 257, 259, 268, 270, 300, 313, 318, 320, 323, 334, 336,
    343, 354,
  ],
} as const;
const TOGETHER: Readonly<Record<StoreOrder, number>> = { tasks: 1, pairs: 2, fours: 4, even: 1, compiled: 1 };

interface Slot {
  kind: "load" | "store" | "branch" | "alu";
  uncached: boolean;
  register: AluClass | undefined;
  /** That it accesses. */
  words: number;
  isJump: boolean;
  readsLoad: boolean;
  /** A branch that reads the result of the previous instruction. */
  readsComparison: boolean;
  /** A branch whose delay slot takes a cycle for nothing. */
  annuls: boolean;
  /** No other role may take it. */
  isTaken: boolean;
}

export function switchStream(options: StreamOptions = {}): Stream {
  const slots = placeStores(
    tasksOf(options).flatMap((task) => layOut(task, options.stores)),
    options.stores,
  );
  const loads = followLoads(slots);
  compareBeforeBranches(slots);
  annulSlots(slots);
  reserveBeforeStores(slots);
  const { calls, mayCall } = callsOf(slots);
  nameClasses(slots, quotasOf(options));
  const all = [...slots, ...furtherSlots(options)];
  return {
    ...written(all, options.sharedWordEvery ?? 4),
    loadUse: loads.filter((_, n) => n % 3 === 1).map((at) => at + 1),
    mayLoadUse: loads.filter((_, n) => n % 3 === 0).map((at) => at + 1),
    calls,
    mayCall,
  };
}

/** They come behind the frame, so that the frame is the same for all sizes. The source prints only their number. The
 * ALU class of an instruction has no effect and stays open (other). */
function furtherSlots({ furtherInstructions = 0, stores }: StreamOptions): Slot[] {
  if (furtherInstructions === 0) return [];
  const slots = placeStores(layOut(furtherBuffers(furtherInstructions), stores), stores);
  followLoads(slots);
  annulSlots(slots);
  reserveBeforeStores(slots);
  nameClasses(slots, { logical: 0, shift: 0, arithmetic: 0, other: 0 });
  return slots;
}

/* ---- how many of each ---- */

const TOTAL = Object.values(TABLE_I).reduce((sum, count) => sum + count, 0);

function tasksOf({ bursts = false, bitFields = false }: StreamOptions): Task[] {
  const alu =
    ALU_CLASSES.reduce((sum, name) => sum + TABLE_I[name], 0) - (bitFields ? savedByBitFields() : 0);
  const weights = TASKS.map(({ load, store, branch }) => load + store + branch);
  const shares = apportion(alu, weights);
  return TASKS.map((task, index) => withBursts({ ...task, alu: shares[index] ?? 0 }, bursts));
}

function furtherBuffers(instructions: number): Task {
  const [load = 0, store = 0, branch = 0, ...alu] = apportion(instructions, Object.values(TABLE_I));
  const uncached = Math.round((instructions * 15) / TOTAL);
  const uncachedLoads = Math.round((uncached * 9) / 15);
  return {
    name: "further buffers",
    load,
    store,
    branch,
    alu: alu.reduce((sum, count) => sum + count, 0),
    uncachedLoads,
    uncachedStores: uncached - uncachedLoads,
  };
}

function withBursts(task: Task, bursts: boolean): Task {
  if (!bursts) return task;
  const load = Math.min(task.uncachedLoads, 1);
  const store = Math.min(task.uncachedStores, 1);
  return {
    ...task,
    load: task.load - task.uncachedLoads + load,
    store: task.store - task.uncachedStores + store,
    uncachedLoads: load,
    uncachedStores: store,
    uncachedLoadWords: task.uncachedLoads,
    uncachedStoreWords: task.uncachedStores,
  };
}

/** Each logical instruction pairs with a shift, and the remaining shifts pair with each other: the largest number of pairs. */
function savedByBitFields(): number {
  return TABLE_I.logical + Math.floor((TABLE_I.shift - TABLE_I.logical) / 2);
}

function quotasOf({ bitFields = false }: StreamOptions): Record<AluClass, number> {
  const { logical, shift, arithmetic, other } = TABLE_I;
  if (!bitFields) return { logical, shift, arithmetic, other };
  return { logical: 0, shift: logical + shift - savedByBitFields(), arithmetic, other };
}

/** Method of largest remainders. The sum is exact. */
function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const exact = weights.map((weight) => (total * weight) / sum);
  const counts = exact.map(Math.floor);
  const missing = total - counts.reduce((all, count) => all + count, 0);
  const order = exact.map((value, index) => ({ rest: value - Math.floor(value), index }));
  order.sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of order.slice(0, missing)) counts[index] = (counts[index] ?? 0) + 1;
  return counts;
}

/* ---- in which order ---- */

/** Spreads each class evenly over the task. Its uncached accesses come first. */
function layOut(task: Task, stores: StoreOrder = "tasks"): Slot[] {
  const storesTogether = TOGETHER[stores];
  const groups = Math.ceil(task.store / storesTogether);
  const placed = [
    ...evenly("load", task.load, task.uncachedLoads, task.uncachedLoadWords),
    ...Array.from({ length: task.store }, (_, n) => ({
      kind: "store" as const,
      at: (Math.floor(n / storesTogether) + 0.5) / groups,
      uncached: n < task.uncachedStores,
      words: n < task.uncachedStores ? (task.uncachedStoreWords ?? 1) : 1,
    })),
    ...evenly("branch", task.branch, 0),
    ...evenly("alu", task.alu, 0),
  ];
  return placed
    .map((one, order) => ({ ...one, order }))
    .sort((a, b) => a.at - b.at || a.order - b.order)
    .map(({ kind, uncached, words }) => ({
      kind,
      uncached,
      words,
      register: undefined,
      isJump: false,
      readsLoad: false,
      readsComparison: false,
      annuls: false,
      isTaken: false,
    }));
}

/** Moves the stores, in their order, to where they stand in the whole stream. */
function placeStores(slots: Slot[], order: StoreOrder = "tasks"): Slot[] {
  if (order !== "even" && order !== "compiled") return slots;
  const placeOf = order === "even" ? (n: number) => n + 0.5 : compiledPlace;
  const stores = slots.filter(({ kind }) => kind === "store");
  const placed = slots.filter(({ kind }) => kind !== "store");
  const end = order === "even" ? stores.length : placeOf(stores.length);
  for (const [n, store] of stores.entries())
    placed.splice(Math.floor((placeOf(n) / end) * slots.length), 0, store);
  return placed;
}

/** The compiled frame again and again. */
function compiledPlace(n: number): number {
  const { instructions, stores } = COMPILED;
  return instructions * Math.floor(n / stores.length) + (stores[n % stores.length] ?? 0);
}

function evenly(kind: Slot["kind"], count: number, uncached: number, uncachedWords = 1) {
  return Array.from({ length: count }, (_, n) => ({
    kind,
    at: (n + 0.5) / count,
    uncached: n < uncached,
    words: n < uncached ? uncachedWords : 1,
  }));
}

/** Behind each load stands a logical instruction that may read it. Every third one does. */
function followLoads(slots: Slot[]): number[] {
  const loads: number[] = [];
  for (let at = 0; at < slots.length; at++) {
    if (slots[at]?.kind !== "load") continue;
    if (loads.length % 3 !== 2) {
      const from = nearest(slots, at + 1, 1);
      const [follower] = slots.splice(from, 1);
      if (follower === undefined) throw new Error("no instruction follows a load");
      slots.splice(at + 1, 0, follower);
      Object.assign(follower, { register: "logical", isTaken: true, readsLoad: loads.length % 3 === 1 });
    }
    loads.push(at);
  }
  return loads;
}

/** The comparison in front of each branch. */
function compareBeforeBranches(slots: Slot[]): void {
  slots.forEach((slot, at) => {
    const before = slots[at - 1];
    if (slot.kind !== "branch" || before?.kind !== "alu" || before.isTaken) return;
    Object.assign(before, { register: "arithmetic", isTaken: true });
    slot.readsComparison = true;
  });
}

/** Of the branches without a comparison in front, in the share of ANNULLED. They cost what a taken branch costs. */
function annulSlots(slots: Slot[]): void {
  const branches = slots.filter(({ kind }) => kind === "branch");
  const plain = branches.filter(({ readsComparison }) => !readsComparison);
  const count = Math.round((branches.length * ANNULLED) / TABLE_I.branch);
  for (let n = 0; n < count; n++) {
    const slot = plain[Math.floor(((n + 0.5) * plain.length) / count)];
    if (slot) slot.annuls = true;
  }
}

/** Instructions that compute the address or the value of a store may not become calls. */
function reserveBeforeStores(slots: Slot[]): void {
  slots.forEach((slot, at) => {
    if (slot.kind !== "store") return;
    const before = slots[nearest(slots, at, -1)];
    if (before) before.isTaken = true;
  });
}

/** Calls and returns of the five functions that the source names are ten jumps of two cycles. Four of the ten extra
 * cycles are those in which the routine's pipeline fills. */
function callsOf(slots: Slot[]): { calls: number[]; mayCall: number[] } {
  const free = slots.flatMap((slot, at) => (slot.kind === "alu" && !slot.isTaken ? [at] : []));
  const chosen = Array.from({ length: 16 }, (_, n) => free[Math.floor(((n + 0.5) * free.length) / 16)] ?? 0);
  chosen.forEach((at, n) => {
    const slot = slots[at];
    if (slot) Object.assign(slot, { register: "other", isTaken: true, isJump: isCall(n) });
  });
  return { calls: chosen.filter((_, n) => isCall(n)), mayCall: chosen.filter((_, n) => !isCall(n)) };
}

const isCall = (n: number) => n % 8 === 1 || n % 8 === 4 || n % 8 === 7;

function nearest(slots: readonly Slot[], from: number, step: 1 | -1): number {
  for (let at = from; at >= 0 && at < slots.length; at += step) {
    const slot = slots[at];
    if (slot?.kind === "alu" && !slot.isTaken) return at;
  }
  throw new Error("no instruction is left");
}

function nameClasses(slots: readonly Slot[], wanted: Record<AluClass, number>): void {
  const left = { ...wanted };
  for (const { register } of slots) if (register) left[register]--;
  const open = slots.filter(({ kind, register }) => kind === "alu" && register === undefined);
  const order = ALU_CLASSES.flatMap((name) =>
    Array.from({ length: Math.max(left[name], 0) }, (_, n) => ({ name, at: (n + 0.5) / left[name] })),
  ).sort((a, b) => a.at - b.at);
  open.forEach((slot, index) => {
    slot.register = order[index]?.name ?? "other";
  });
}

/* ---- as text ---- */

function written(slots: readonly Slot[], sharedWordEvery: number) {
  let cached = 0;
  let word = 0;
  const uncachedLoads: number[] = [];
  const mayBeUncached: number[] = [];
  const annulled = slots.flatMap(({ annuls }, at) => (annuls ? [at] : []));
  const sequence = slots.map((slot, at) => {
    const words = slot.words > 1 ? ` x${slot.words}` : "";
    if (slot.annuls) return "branch taken";
    if (slot.kind === "branch") return slot.readsComparison ? `branch ${ALU_REGISTER.arithmetic}` : "branch";
    if (slot.kind === "store") return `store r8, r1 [${slot.uncached ? UNCACHED : hex(STORE_BASE)}]${words}`;
    if (slot.kind === "alu") {
      const register = ALU_REGISTER[slot.register ?? "other"];
      return slot.isJump ? "jump" : `alu ${register}${slot.readsLoad ? ", r2" : ""}`;
    }
    if (slot.uncached) {
      uncachedLoads.push(at);
      return `load r2, r1 [${UNCACHED}]${words}`;
    }
    cached++;
    if (sharedWordEvery > 0 && cached % sharedWordEvery === 0) {
      mayBeUncached.push(at);
      return `load r2, r1 [${hex(CACHED_BASE)}]`;
    }
    return `load r2, r1 [${hex(CACHED_BASE + 4 * word++)}]`;
  });
  return { sequence, uncachedLoads, mayBeUncached, annulled };
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
