import { openEngine } from "../web/engine/support.ts";
import { scenarioFile } from "../web/scenarios/support.ts";

const RUN_CYCLES = 200_000_000;
const PLACES = 200;
const FILES = [
  "demos/ring-overflow.json",
  "papers/000-receive-three-contexts.json",
  "papers/000-receive-one-context.json",
];

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function print(name: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const text = [0.5, 0.95, 1].map((share) => quantile(sorted, share).toFixed(2)).join(" / ");
  console.log(`  ${name.padEnd(44)} ${text} ms`);
}

export async function measureStepBack(): Promise<void> {
  console.log(`median / 95 % / longest of ${PLACES} random cycles`);
  for (const file of FILES) {
    const engine = await openEngine();
    engine.load(scenarioFile(file, { runCycles: RUN_CYCLES }));
    const startMs = performance.now();
    engine.runToEnd();
    const runMs = performance.now() - startMs;
    console.log(`${file}: ${RUN_CYCLES / 1e6} M cycles in ${runMs.toFixed(0)} ms`);

    const timed = (action: () => void): number => {
      const beginMs = performance.now();
      action();
      return performance.now() - beginMs;
    };
    const times = {
      jump: [] as number[],
      first: [] as number[],
      second: [] as number[],
      event: [] as number[],
    };
    let state = 12_345;
    for (let place = 0; place < PLACES; place += 1) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      const cycle = 10_000 + Math.floor((state / 2 ** 31) * (RUN_CYCLES - 10_000));
      times.jump.push(timed(() => engine.seekCycle(cycle)));
      times.first.push(timed(() => engine.seekCycle(cycle - 1)));
      times.second.push(timed(() => engine.seekCycle(cycle - 2)));
      times.event.push(timed(() => engine.seek(cycle - 2, { kind: "previous", stop: "any-event" })));
    }
    print("jump to a cycle", times.jump);
    print("first step back there", times.first);
    print("next step back", times.second);
    print("back to the event before", times.event);
  }
}
