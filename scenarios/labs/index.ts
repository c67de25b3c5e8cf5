/** The labs of the course, in its order. Each is loaded when it is opened. */
interface BuiltinLab {
  readonly id: string;
  readonly title: string;
  readonly minutes: number;
  readonly summary: string;
  /** The lab and its text as in their files. */
  readonly load: () => Promise<{ readonly lab: unknown; readonly text: string }>;
  /** German texts: those of lab.json in the same structure, and those of text.md. */
  readonly loadGerman: () => Promise<{ readonly words: unknown; readonly text: string }>;
}

interface LabModule {
  readonly default: unknown;
}
interface TextModule {
  readonly default: string;
}

const from =
  (lab: () => Promise<LabModule>, text: () => Promise<TextModule>): BuiltinLab["load"] =>
  async () => {
    const [labFile, textFile] = await Promise.all([lab(), text()]);
    return { lab: labFile.default, text: textFile.default };
  };

const german =
  (words: () => Promise<LabModule>, text: () => Promise<TextModule>): BuiltinLab["loadGerman"] =>
  async () => {
    const [wordFile, textFile] = await Promise.all([words(), text()]);
    return { words: wordFile.default, text: textFile.default };
  };

export const BUILTIN_LABS: readonly BuiltinLab[] = [
  {
    id: "interrupt-cost",
    title: "What an interrupt costs",
    minutes: 45,
    summary: "Follow one interrupt through the pipeline, cycle by cycle, and find where its time goes.",
    load: from(
      () => import("./interrupt-cost/lab.json"),
      () => import("./interrupt-cost/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./interrupt-cost/lab.de.json"),
      () => import("./interrupt-cost/text.de.md?raw"),
    ),
  },
  {
    id: "hazards",
    title: "Hazards and bubbles",
    minutes: 50,
    summary:
      "Eight instructions that take more than eight cycles: what a pipeline waits for, what forwarding and order save, and what a longer pipeline costs.",
    load: from(
      () => import("./hazards/lab.json"),
      () => import("./hazards/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./hazards/lab.de.json"),
      () => import("./hazards/text.de.md?raw"),
    ),
  },
  {
    id: "contexts",
    title: "Save and restore against register contexts",
    minutes: 45,
    summary:
      "Give each piece of software registers of its own, and an interrupt saves nothing. How much is that, and how many are enough?",
    load: from(
      () => import("./contexts/lab.json"),
      () => import("./contexts/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./contexts/lab.de.json"),
      () => import("./contexts/text.de.md?raw"),
    ),
  },
  {
    id: "lost-interrupts",
    title: "Edge, level and lost interrupts",
    minutes: 45,
    summary:
      "An interrupt says that something happened, not how often. Which events get lost between device and software, and what a missing acknowledge does to a level and to an edge line.",
    load: from(
      () => import("./lost-interrupts/lab.json"),
      () => import("./lost-interrupts/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./lost-interrupts/lab.de.json"),
      () => import("./lost-interrupts/text.de.md?raw"),
    ),
  },
  {
    id: "rings",
    title: "Rings, bursts and lost packets",
    minutes: 45,
    summary: "Why a processor with time to spare loses frames, what more room helps, and what it costs.",
    load: from(
      () => import("./rings/lab.json"),
      () => import("./rings/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./rings/lab.de.json"),
      () => import("./rings/text.de.md?raw"),
    ),
  },
  {
    id: "livelock",
    title: "Receive livelock",
    minutes: 45,
    summary:
      "A processor works without a pause and delivers nothing: how this happens, and how to prevent it.",
    load: from(
      () => import("./livelock/lab.json"),
      () => import("./livelock/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./livelock/lab.de.json"),
      () => import("./livelock/text.de.md?raw"),
    ),
  },
  {
    id: "coalescing",
    title: "Coalescing, and the latency it costs",
    minutes: 45,
    summary:
      "Fewer interrupts for the same frames: what is saved, who waits for it, and how timers bound the wait.",
    load: from(
      () => import("./coalescing/lab.json"),
      () => import("./coalescing/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./coalescing/lab.de.json"),
      () => import("./coalescing/text.de.md?raw"),
    ),
  },
  {
    id: "napi",
    title: "Polling and NAPI",
    minutes: 40,
    summary:
      "The driver asks the card instead of being asked by it: interrupts when there is little to do, polling when there is much.",
    load: from(
      () => import("./napi/lab.json"),
      () => import("./napi/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./napi/lab.de.json"),
      () => import("./napi/text.de.md?raw"),
    ),
  },
  {
    id: "jitter",
    title: "Jitter and deadlines",
    minutes: 45,
    summary:
      "A control loop has to answer in time, every time. What makes it late, how late it can be at worst, and what each deadline costs the others.",
    load: from(
      () => import("./jitter/lab.json"),
      () => import("./jitter/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./jitter/lab.de.json"),
      () => import("./jitter/text.de.md?raw"),
    ),
  },
  {
    id: "multithreading",
    title: "Fine-grained multithreading",
    minutes: 50,
    summary:
      "Several programs share one pipeline, cycle by cycle: what one waits for another uses. How much that gains, where it ends, and who has the turn.",
    load: from(
      () => import("./multithreading/lab.json"),
      () => import("./multithreading/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./multithreading/lab.de.json"),
      () => import("./multithreading/text.de.md?raw"),
    ),
  },
  {
    id: "line-rate",
    title: "A layer-2 switch at line rate",
    minutes: 50,
    summary:
      "How many cycles a switch has for a frame, how many it needs, and what the bus and the order of the stores have to do with it.",
    load: from(
      () => import("./line-rate/lab.json"),
      () => import("./line-rate/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./line-rate/lab.de.json"),
      () => import("./line-rate/text.de.md?raw"),
    ),
  },
  {
    id: "pinning",
    title: "Caches and pinning",
    minutes: 50,
    summary:
      "A handler that runs seldom finds its cache full of others' lines. What that costs, what it helps to reserve a part of the cache for it, and when that does harm.",
    load: from(
      () => import("./pinning/lab.json"),
      () => import("./pinning/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./pinning/lab.de.json"),
      () => import("./pinning/text.de.md?raw"),
    ),
  },
  {
    id: "onloading",
    title: "Onloading to another core",
    minutes: 50,
    summary:
      "A second processor for packets: as an equal, with interrupts kept away from it, or as an engine that does nothing else.",
    load: from(
      () => import("./onloading/lab.json"),
      () => import("./onloading/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./onloading/lab.de.json"),
      () => import("./onloading/text.de.md?raw"),
    ),
  },
  {
    id: "code-handler",
    title: "Code: the fastest correct handler",
    minutes: 45,
    summary: "An interrupt handler that saves too much, what each register costs, and how little is enough.",
    load: from(
      () => import("./code-handler/lab.json"),
      () => import("./code-handler/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./code-handler/lab.de.json"),
      () => import("./code-handler/text.de.md?raw"),
    ),
  },
  {
    id: "code-checksum",
    title: "Code: a checksum, correct and fast",
    minutes: 50,
    summary: "Write the part of a receive path that reads every byte, and count what each instruction costs.",
    load: from(
      () => import("./code-checksum/lab.json"),
      () => import("./code-checksum/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./code-checksum/lab.de.json"),
      () => import("./code-checksum/text.de.md?raw"),
    ),
  },
  {
    id: "code-lossless",
    title: "Code: no lost frame at a rate",
    minutes: 50,
    summary:
      "A driver that serves one frame for each interrupt loses frames at a third of what the processor could do. Why, and a receive path that loses none.",
    load: from(
      () => import("./code-lossless/lab.json"),
      () => import("./code-lossless/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./code-lossless/lab.de.json"),
      () => import("./code-lossless/text.de.md?raw"),
    ),
  },
  {
    id: "code-nesting",
    title: "Code: bounded latency with nesting",
    minutes: 50,
    summary:
      "An urgent line waits until a long handler is through, whatever its number is. Let it in, and keep what a nested interrupt takes away.",
    load: from(
      () => import("./code-nesting/lab.json"),
      () => import("./code-nesting/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./code-nesting/lab.de.json"),
      () => import("./code-nesting/text.de.md?raw"),
    ),
  },
  {
    id: "code-receive-path",
    title: "Code: a receive path of your own",
    minutes: 50,
    summary:
      "The closing project: card, ring, checksum and console in one program that loses no frame, does not wait, and says what it has done.",
    load: from(
      () => import("./code-receive-path/lab.json"),
      () => import("./code-receive-path/text.md?raw"),
    ),
    loadGerman: german(
      () => import("./code-receive-path/lab.de.json"),
      () => import("./code-receive-path/text.de.md?raw"),
    ),
  },
];

export function builtinLab(id: string): BuiltinLab | undefined {
  return BUILTIN_LABS.find((lab) => lab.id === id);
}
