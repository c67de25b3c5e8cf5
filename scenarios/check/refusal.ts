/** Translates a refusal of the core into fields of the scenario. Validation should have found the error before; this is
 * a second check. */

import type { SimStatus } from "../../core-wasm/binding/layout.gen.ts";
import type { CoreRefusedError } from "../../core-wasm/binding/module.ts";
import { fieldName } from "../base/fieldName.ts";
import type { ScenarioError } from "../base/messages.ts";
import { type Path, valueAt } from "../base/values.ts";
import { DEVICE_KINDS, DEVICE_RECORDS } from "../devices/kinds.ts";

type Place = readonly (string | number)[];
type Names = Readonly<Record<string, string>>;

const CORE = "machine.core";
const PIPELINE = `${CORE}.pipeline`;
const INTERRUPTS = "machine.interrupts";
const MEMORY = "machine.memory";
const DMA = "machine.bus.dma";
const SCHEDULER = "software.scheduler";

/** Single fields of sim_config. Fields of its records are the same in camelCase, but for those below. */
const FIELDS: Names = {
  cookie: "",
  trace_entry_count: "traffic",
  trace_byte_count: "traffic",
  clock_hertz: "machine.clockHertz",
  seed: "seed",
  step_count: "software.threads",
  instruction_count: "software.routines",
  point_count: "software.routines",
  policy: `${CORE}.policy`,
  context_count: `${CORE}.contexts`,
  core_count: `${CORE}.cores`,
  issue_width: `${CORE}.issueWidth`,
  switch_blocked_cycles: `${CORE}.switchBlockedCycles`,
  switch_blocked_by_miss: `${CORE}.switchBlockedBy`,
  line_count: `${INTERRUPTS}.lines`,
  queue_count: "software.queues",
  lock_count: "software.locks",
  thread_count: "software.threads",
  routine_count: "software.routines",
  traffic_count: "traffic",
  stage_count: `${PIPELINE}.stages`,
  execute_stage: `${PIPELINE}.executeStage`,
  access_stage: `${PIPELINE}.accessStage`,
  branch_resolve_stage: `${PIPELINE}.branchResolveStage`,
  load_use_cycles: `${PIPELINE}.loadUseCycles`,
  multiply_cycles: `${PIPELINE}.multiplyCycles`,
  divide_cycles: `${PIPELINE}.divideCycles`,
  store_execute_cycles: `${PIPELINE}.storeExecuteCycles`,
  jump_execute_cycles: `${PIPELINE}.jumpExecuteCycles`,
  compare_branch_cycles: `${PIPELINE}.compareBranchCycles`,
  branch_target_stage: `${PIPELINE}.branchTargetStage`,
  branch_operands: `${PIPELINE}.branchOperands`,
  forwarding: `${PIPELINE}.forwarding`,
  store_forwarding: `${PIPELINE}.storeForwarding`,
  memory_cycles: `${PIPELINE}.memoryCycles`,
  predictor_mode: `${CORE}.predictor.kind`,
  predictor_counters: `${CORE}.predictor.counters`,
  predictor_returns: `${CORE}.predictor.returns`,
  predictor_targets: `${CORE}.predictor.targets`,
  entry_cycles: `${INTERRUPTS}.entry`,
  save_amount: `${INTERRUPTS}.saveRestore`,
  restore_amount: `${INTERRUPTS}.saveRestore`,
  save_kind: `${INTERRUPTS}.saveRestore.kind`,
  overlaps: `${INTERRUPTS}.saveRestore`,
  tail_chain: `${INTERRUPTS}.tailChain`,
  abandons: `${INTERRUPTS}.abandons`,
  late_arrival: `${INTERRUPTS}.lateArrival`,
  system_call_saves_frame: `${INTERRUPTS}.systemCallSavesFrame`,
  dma_enabled: DMA,
  bus_bytes_per_beat: `${DMA}.bytesPerBeat`,
  bus_cycles_per_beat: `${DMA}.cyclesPerBeat`,
  bus_beats_per_burst: `${DMA}.beatsPerBurst`,
  bus_burst_gap_cycles: `${DMA}.burstGapCycles`,
  bus_ratio: "machine.bus.clockRatio",
  bus_request_cycles: "machine.bus.requestCycles",
  fetch_return_cycles: `${MEMORY}.fetchReturnCycles`,
  memory_latency_cycles: `${MEMORY}.latencyCycles`,
  l2_cycles: `${MEMORY}.l2Cycles`,
  uncached_cycles: `${MEMORY}.uncachedCycles`,
  device_bus_cycles: `${MEMORY}.deviceBusCycles`,
  posts_device_writes: `${MEMORY}.postedDeviceWrites`,
  write_cycles: `${MEMORY}.writeCycles`,
  transfer_cycles: `${MEMORY}.transferCycles`,
  claim_cycles: `${MEMORY}.claimCycles`,
  tlb_miss_cycles: `${MEMORY}.tlb.missCycles`,
  tlb_refill_instructions: `${MEMORY}.tlb.refillInstructions`,
  tlb_page_bytes: `${MEMORY}.tlb.pageBytes`,
  tlb_entries: `${MEMORY}.tlb.entries`,
  tlb_replacement: `${MEMORY}.tlb.replacement`,
  store_buffer_entries: `${MEMORY}.storeBufferEntries`,
  non_blocking: `${MEMORY}.nonBlocking`,
  dma_places: `${MEMORY}.dmaWrites`,
  has_memory: `${MEMORY}.addressed`,
  l2_per_core: `${MEMORY}.l2PerCore`,
  program_stack_bytes: "software.programs.stackBytes",
  code_access: "software.programs.writableCode",
  program_memory_bytes: "software.programs.memoryBytes",
  scheduler: `${SCHEDULER}.policy`,
  time_slice_cycles: `${SCHEDULER}.timeSliceCycles`,
  tick_cycles: `${SCHEDULER}.tickCycles`,
  switch_cycles: `${SCHEDULER}.switchCycles`,
  tick_work_cycles: `${SCHEDULER}.tickWorkCycles`,
};

/** Lists of sim_config whose order is the scenario's. */
const LISTS: Readonly<Record<string, { readonly place: string; readonly names?: Names }>> = {
  queues: { place: "software.queues" },
  locks: { place: "software.locks" },
  threads: {
    place: "software.threads",
    names: {
      first_step: "steps",
      step_count: "steps",
      start: "start.on",
      line: "start",
      system_call: "start.systemCall",
    },
  },
  routines: {
    place: "software.routines",
    names: {
      fixed: "",
      per_byte_milli: "",
      checksum_milli: "",
      per_buffer: "",
      first_instruction: "sequence",
      instruction_count: "sequence",
      first_point: "drawnCycles",
      point_count: "drawnCycles",
      drawn_kind: "drawnCycles.kind",
      body_instructions: "profile.bodyInstructions",
      taken_permille: "profile.takenPermille",
      dependent_permille: "profile.dependentPermille",
      prefetch_ahead: "profile.prefetchAhead",
      copies_address: "data.address",
      copy_bytes: "data.sharing",
      mix_alu: "profile.mix",
      mix_load: "profile.mix.load",
      mix_store: "profile.mix.store",
      mix_branch: "profile.mix.branch",
      mix_multiply: "profile.mix.multiply",
      mix_prefetch: "profile.mix.prefetch",
      pinned: "data.pinned",
      hot_permille: "data.hotPermille",
      packet_permille: "data.packetPermille",
      uncached_permille: "data.uncachedPermille",
      data_address: "data.address",
      data_bytes: "data.bytes",
      hot_bytes: "data.hotBytes",
      first_word: "program",
      word_count: "program",
      data_words: "program",
      extensions: "architecture",
    },
  },
  traffic: {
    place: "traffic",
    names: {
      interval_cycles_numerator: "rate",
      interval_cycles_denominator: "rate",
      first_trace_entry: "events",
      trace_entry_count: "events",
      burst_frames: "bursts.frames",
      burst_pause_cycles: "bursts.pauseCycles",
      burst_shape_milli: "bursts.tailShape",
      ends_with_packet: "workEnds",
      sizes: "sizeBytes",
      size_weights: "sizeBytes",
      size_count: "sizeBytes",
      queue: "send.queue",
      thread: "send.thread",
    },
  },
};

/** Lists that compiling makes from several places: their index says nothing about the scenario. */
const MADE: Names = {
  lines: `${INTERRUPTS}.lines`,
  line_deadlines: `${INTERRUPTS}.lines`,
  thread_deadlines: "software.threads",
  thread_slices: "software.threads",
  routine_tables: "software.routines",
  thread_saves: "software.threads",
  steps: "software.threads",
  instructions: "software.routines",
  points: "software.routines",
  program: "software.routines",
};

const CACHES = ["l1i", "l1d", "l2"] as const;
const CACHE_NAMES: Names = { write_back: "writePolicy" };
const CONTEXT_LISTS: Names = {
  priority: "contextPriorities",
  weight: "contextWeights",
  group: "contextGroups",
};
/** `field` is a path in sim_config such as `threads[2].priority`. */
export function scenarioField(field: string | undefined): string {
  return fieldName(placeOf(field));
}

function placeOf(field = ""): Place {
  const [, list = "", digits, rest = ""] = /^(\w+)(?:\[(\d+)\])?(?:\.(.*))?$/.exec(field) ?? [];
  const index = Number(digits ?? 0);
  const single = FIELDS[list] ?? MADE[list];
  if (single !== undefined) return split(single);
  if (list === "uncached_ranges") return [...split(MEMORY), "uncachedRanges", index, ...split(rest)];
  if (list === "unmapped_ranges") return [...split(MEMORY), "tlb", "unmappedRanges", index, ...split(rest)];
  if (list === "caches" && rest === "fill_order") return [...split(MEMORY), "fillOrder"];
  if (list === "caches") return [...split(MEMORY), CACHES[index] ?? "l2", ...own(rest, CACHE_NAMES)];
  if (list === "contexts") {
    const name = CONTEXT_LISTS[rest];
    return name === undefined ? split(CORE) : [...split(CORE), name, index];
  }
  const known = LISTS[list];
  if (known !== undefined) return [...split(known.place), index, ...own(rest, known.names)];
  return devicePlaceOf(list, index, rest);
}

/** A field of a device, or the number of devices. */
function devicePlaceOf(list: string, index: number, rest: string): Place {
  for (const { kind, list: devices } of DEVICE_KINDS) {
    const { names, parts = {}, shared = [] } = DEVICE_RECORDS[devices].refusals;
    if (list === `${kind}_count` || shared.includes(list)) return ["machine", devices];
    if (list !== devices) continue;
    const device = ["machine", devices, index];
    const [, part = "", entry, field = ""] = /^(\w+)\[(\d+)\]\.?(.*)$/.exec(rest) ?? [];
    const inside = parts[part];
    if (inside === undefined) return [...device, ...own(rest, names)];
    const place = entry === "0" ? device : [...device, inside.list, Number(entry) - 1];
    return [...place, ...own(field, inside.names)];
  }
  return [];
}

/** A field of a record, without the index of an entry. */
function own(field: string, names: Names = {}): Place {
  const name = field.replace(/\[.*$/, "");
  if (name === "reserved") return [];
  return split(names[name] ?? name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));
}

const split = (path: string): Place => path.split(".").filter((key) => key !== "");

const REASONS: Readonly<Record<SimStatus, string>> = {
  ok: "is refused",
  "bad-cookie": "is not a configuration of this machine",
  "out-of-range": "is out of range",
  "bad-reference": "names something that does not exist",
  inconsistent: "does not fit the rest of the scenario",
  "no-memory": "needs more memory than there is",
  "bad-snapshot": "is not a snapshot of this machine",
};

/** Includes the value in the scenario, if there is one. */
export function refusalIn(scenario: unknown, { status, field, message }: CoreRefusedError): ScenarioError {
  if (status === "no-memory" || field?.startsWith("observers."))
    return { field: fieldName(["machine"]), message };
  const path: Path = placeOf(field);
  const given = valueAt(path, scenario);
  const value = typeof given === "object" || given === undefined ? "" : `: ${JSON.stringify(given)}`;
  return { field: fieldName(path), message: `${REASONS[status]}${value}` };
}
