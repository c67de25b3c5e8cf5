/** A made-up run that shows the timeline without an engine: periods with a burst of frames, in one form when the
 * machine keeps up and in another when its ring overflows. It is not a simulation. */
import { sim_drop_cause } from "../../../core-wasm/binding/layout.gen.ts";
import {
  LAYER_COUNT,
  type LossesData,
  type MarkData,
  type Overview,
  type TimelineWindow,
} from "../../../web/engine/protocol.ts";

export const PERIOD_CYCLES = 15_000;
const ISR = 3;
const PROTOCOL = 4;
const SAVE = 6;
const APPLICATION = 1;
const READY = 1;
const RUNNING = 2;
const SAVING = 4;

interface Span {
  readonly context: number;
  readonly from: number;
  readonly to: number;
  readonly layer: number;
  readonly runState: number;
  readonly thread: number;
}
interface Level {
  readonly at: number;
  readonly held: number;
}
interface Period {
  readonly spans: readonly Span[];
  readonly rx: readonly Level[];
  readonly queue: readonly Level[];
  readonly raised: readonly number[];
  readonly entered: readonly number[];
  readonly drops: readonly number[];
}

export interface FixtureRun {
  readonly window: (from: number, to: number, columns: number, frontier: number) => TimelineWindow;
  readonly overview: (columns: number, end: number, frontier: number) => Overview;
  readonly levelAt: (cycle: number) => { rx: number; queue: number };
}

const EXACT_LIMIT_CYCLES = 120_000;
export const RING = 8;
const QUEUE = 16;

export function createFixtureRun(contexts: number): FixtureRun {
  const busy = makePeriod(contexts, true);
  const calm = makePeriod(contexts, false);
  const periodAt = (k: number) => (Math.floor(k / 37) % 3 === 2 ? calm : busy);

  function exactLanes(from: number, to: number, known: number, columns: number): TimelineWindow["lanes"] {
    const lanes = Array.from({ length: contexts }, () => [] as Span[]);
    for (let k = Math.floor(from / PERIOD_CYCLES); k * PERIOD_CYCLES < to; k++) {
      for (const span of periodAt(k).spans) {
        const start = Math.max(from, k * PERIOD_CYCLES + span.from);
        const end = Math.min(known, to, k * PERIOD_CYCLES + span.to);
        if (end > start) lanes[span.context]?.push({ ...span, from: start - from, to: end - from });
      }
    }
    return lanes.map((spans, context) => ({
      context,
      shares: undefined,
      stall: new Float32Array(columns).fill(0.14),
      spans: {
        start: Float64Array.from(spans, (s) => s.from),
        end: Float64Array.from(spans, (s) => s.to),
        layer: Uint8Array.from(spans, (s) => s.layer),
        runState: Uint8Array.from(spans, (s) => s.runState),
        thread: Uint8Array.from(spans, (s) => s.thread),
      },
    }));
  }

  function shareLanes(from: number, to: number, columns: number): TimelineWindow["lanes"] {
    const width = (to - from) / columns;
    const lanes = Array.from({ length: contexts }, (_, context) => ({
      context,
      spans: undefined,
      stall: new Float32Array(columns),
      shares: {
        layers: new Float32Array(columns * LAYER_COUNT),
        ready: new Float32Array(columns),
      },
    }));
    for (let k = Math.floor(from / PERIOD_CYCLES); k * PERIOD_CYCLES < to; k++) {
      const weight = Math.min(1, PERIOD_CYCLES / width);
      for (const span of periodAt(k).spans) {
        if (span.runState === READY) continue;
        const lane = lanes[span.context];
        const start = (k * PERIOD_CYCLES + span.from - from) / width;
        const end = (k * PERIOD_CYCLES + span.to - from) / width;
        for (let c = Math.max(0, Math.floor(start)); c < Math.min(columns, Math.ceil(end)); c++) {
          const part = Math.max(0, Math.min(end, c + 1) - Math.max(start, c));
          if (lane === undefined || part * weight <= 0) continue;
          const slot = c * LAYER_COUNT + span.layer;
          lane.shares.layers[slot] = (lane.shares.layers[slot] ?? 0) + part;
          if (span.layer !== SAVE) lane.stall[c] = (lane.stall[c] ?? 0) + part * 0.14;
        }
      }
    }
    return lanes;
  }

  function fill(name: "rx" | "queue", capacity: number, from: number, to: number, columns: number) {
    const width = (to - from) / columns;
    const make = () => new Float32Array(columns);
    const data = { capacity, minimum: make(), maximum: make(), mean: make() };
    for (let c = 0; c < columns; c++) {
      const samples = width < 200 ? 1 : 9;
      let low = capacity;
      let high = 0;
      let sum = 0;
      for (let s = 0; s < samples; s++) {
        const held = levelAt(name, from + (c + s / samples) * width);
        low = Math.min(low, held);
        high = Math.max(high, held);
        sum += held;
      }
      data.minimum[c] = low;
      data.maximum[c] = high;
      data.mean[c] = sum / samples;
    }
    return data;
  }

  function levelAt(name: "rx" | "queue", cycle: number): number {
    const k = Math.floor(cycle / PERIOD_CYCLES);
    const offset = cycle - k * PERIOD_CYCLES;
    return periodAt(k)[name].findLast((level) => level.at <= offset)?.held ?? 0;
  }

  function marks(
    name: "raised" | "entered" | "drops",
    from: number,
    to: number,
    columns: number | undefined,
  ) {
    const at: number[] = [];
    const count: number[] = [];
    const width = columns === undefined ? 1 : (to - from) / columns;
    for (let k = Math.floor(from / PERIOD_CYCLES); k * PERIOD_CYCLES < to; k++) {
      for (const offset of periodAt(k)[name]) {
        const place = Math.floor((k * PERIOD_CYCLES + offset - from) / width) * width;
        if (place < 0 || place >= to - from) continue;
        if (at.at(-1) === place) count[count.length - 1] = (count.at(-1) ?? 0) + 1;
        else {
          at.push(place);
          count.push(1);
        }
      }
    }
    return { at: Float64Array.from(at), count: Uint32Array.from(count) };
  }

  function window(from: number, to: number, columns: number, frontier: number): TimelineWindow {
    const exact = to - from <= EXACT_LIMIT_CYCLES;
    const perColumn = exact ? undefined : columns;
    const raised = marks("raised", from, to, perColumn);
    const entered = marks("entered", from, to, perColumn);
    const pairs = Math.min(raised.at.length, entered.at.length);
    const firstEntered = entered.at.findIndex((at) => at >= (raised.at[0] ?? 0));
    return {
      from,
      to,
      columns,
      knownTo: Math.min(to, frontier),
      exact,
      refinable: false,
      lanes: exact ? exactLanes(from, to, frontier, columns) : shareLanes(from, to, columns),
      rxFill: [fill("rx", RING, from, to, columns)],
      txFill: [fill("rx", RING, from, to, columns)],
      queueFill: [fill("queue", QUEUE, from, to, columns)],
      losses: losses(marks("drops", from, to, perColumn)),
      offered: { ...raised, before: 0 },
      delivered: { ...entered, before: 0 },
      lines: [],
      interrupts: {
        asserted: raised,
        entered,
        entries: exact
          ? {
              asserted: raised.at.slice(0, pairs),
              entered: entered.at.slice(Math.max(0, firstEntered)).slice(0, pairs),
              context: new Uint8Array(pairs).fill(Math.min(contexts - 1, 2)),
              thread: new Uint8Array(pairs).fill(2),
            }
          : undefined,
      },
      series: { dma: { 0: new Float32Array(columns).fill(0.12) } },
      coreBus: undefined,
      misses: [],
      ipc: Float32Array.from({ length: columns }, (_, c) => {
        const cycle = from + (c * (to - from)) / columns;
        const phase = cycle % PERIOD_CYCLES;
        return phase < 700 ? Number.NaN : 0.5 + 0.2 * Math.sin(cycle / 130) * (phase > 13_000 ? 0.2 : 1);
      }),
    };
  }

  return {
    window,
    overview: (columns, end, frontier) => ({
      end,
      knownTo: Math.min(end, frontier),
      rxFill: fill("rx", RING, 0, end, columns),
      drops: marks("drops", 0, end, columns),
    }),
    levelAt: (cycle) => ({ rx: levelAt("rx", cycle), queue: levelAt("queue", cycle) }),
  };
}

function makePeriod(contexts: number, busy: boolean): Period {
  const spans: Span[] = [];
  const rx: Level[] = [{ at: 0, held: 0 }];
  const queue: Level[] = [{ at: 0, held: 0 }];
  const raised: number[] = [];
  const entered: number[] = [];
  const drops: number[] = [];
  const [app, proto, isr] = contexts === 1 ? [0, 0, 0] : [0, 1, 2];
  const push = (context: number, from: number, to: number, layer: number, runState: number, thread: number) =>
    spans.push({ context, from, to, layer, runState, thread });
  const frames = busy ? 18 : 7;
  push(app, 0, 650, APPLICATION, RUNNING, 0);
  let now = 650;
  for (let i = 0; i < frames; i++) {
    raised.push(now - 50 - i * 12);
    if (contexts === 1) {
      push(isr, now, now + 93, SAVE, SAVING, 2);
      push(isr, now + 93, now + 320, ISR, RUNNING, 2);
      push(isr, now + 320, now + 640, PROTOCOL, RUNNING, 1);
      push(isr, now + 640, now + 733, SAVE, 5, 2);
      entered.push(now + 93);
    } else {
      push(isr, now, now + 210, ISR, RUNNING, 2);
      push(proto, now, now + 210, PROTOCOL, READY, 1);
      push(proto, now + 210, now + 733, PROTOCOL, RUNNING, 1);
      push(app, now, now + 733, APPLICATION, READY, 0);
      for (let other = 3; other < contexts; other++)
        push(other, now + other * 20, now + 200 + other * 30, 1 + (other % 5), RUNNING, other % 3);
      entered.push(now + 12);
    }
    const held = Math.min(RING, busy ? Math.round((i < 12 ? i : 24 - i) * 0.8) : 1);
    rx.push({ at: now - 40, held }, { at: now + 250, held: Math.max(0, held - (i % 3 === 0 ? 1 : 0)) });
    queue.push({ at: now + 640, held: Math.min(QUEUE, Math.floor(i * 0.7)) });
    if (held === RING) drops.push(now + 20, now + 300);
    now += 733;
  }
  rx.push({ at: now, held: 0 });
  queue.push({ at: now + 300, held: 1 });
  push(app, now, PERIOD_CYCLES, APPLICATION, RUNNING, 0);
  return { spans, rx, queue, raised, entered, drops };
}

/** The ring was full. */
function losses(drops: MarkData): LossesData {
  const none = { at: new Float64Array(), count: new Uint32Array(), causes: new Uint8Array() };
  const causes = new Uint8Array(drops.at.length).fill(1 << sim_drop_cause["rx-ring-full"]);
  return { rx: [{ ...drops, causes }], tx: [none], queue: [none], software: none };
}
