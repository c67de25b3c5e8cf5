/** Every output of every command, with the origin that it states (docs/decisions/0027). tests/cli/origins.test.ts fails
 * for an output that is missing here, and for an option that another output has. */
import { EXPORT_NAMES, isRows } from "../../lib/export/formats.ts";
import { PICTURE_NAMES } from "../../lib/export/picture.ts";
import type { Reader } from "./readOrigin.ts";

interface Written {
  readonly kind: "written";
  /** Words after `irqscope`. `@` is the file that is written. Without it, the command writes to standard output. */
  readonly line: string;
  readonly ending?: string;
  readonly reader: Reader;
  /** The command as it has to be stated in the output. */
  readonly command: string;
  /** Whether a run goes to its end, so that the output has a state hash. */
  readonly hasState: boolean;
}

/** Why an output without results states less, or nothing. */
interface Without {
  readonly kind: "without";
  readonly reason: string;
}

export type Output = Written | Without;

const written = (
  line: string,
  reader: Reader,
  command: string,
  more: { readonly ending?: string; readonly hasState?: boolean } = {},
): Output => ({ kind: "written", line, reader, command: `irqscope ${command}`, hasState: false, ...more });
const without = (reason: string): Output => ({ kind: "without", reason });

const INPUT = "is what a run begins with";
const RECEIPT = "says what was written";
const SHORT = "ring-overflow --cycles 100k";
const STATE = { hasState: true } as const;

const READERS = {
  perfetto: "perfetto",
  konata: "text",
  vcd: "text",
  pcapng: "text",
  traffic: "text",
} as const satisfies Readonly<Record<string, Reader>>;

function exported(): Readonly<Record<string, Output>> {
  const outputs: Record<string, Output> = {};
  for (const name of EXPORT_NAMES) {
    const command = `export ${name} ring-overflow --cycles 100k`;
    const part = name === "konata" ? " --window 60k..62k" : "";
    if (isRows(name)) {
      outputs[`export ${name} --csv`] = written(`${command} --csv @`, "csvw", command, {
        ...{ ending: ".csv", ...STATE },
      });
      outputs[`export ${name} --parquet`] = written(`${command} --parquet @`, "parquet", command, STATE);
    } else
      outputs[`export ${name} -o`] = written(
        `${command}${part} -o @`,
        READERS[name as keyof typeof READERS],
        `${command}${part}`,
        { hasState: name !== "traffic" },
      );
  }
  for (const name of PICTURE_NAMES) {
    const part = name === "pipeline" ? "--window 60k..60100" : "--window 20k..60k";
    const command = `export ${name} ring-overflow --cycles 100k ${part}`;
    outputs[`export ${name} -o`] = written(`${command} -o @`, "svg", command, STATE);
  }
  return outputs;
}

/** Outputs by command (for `export`, with the kind) and option. A command that always prints is listed by its name. */
export const OUTPUTS: Readonly<Record<string, Output>> = {
  "run --json": written(`run ${SHORT} --json`, "json", `run ${SHORT}`, STATE),
  "run --at": written(
    "run checksum-program --at 1000 --registers --json",
    "json",
    "run checksum-program --at 1000 --registers",
    STATE,
  ),
  "why --json": written("why ring-overflow --drop 1 --json", "json", "why ring-overflow --drop 1"),
  "profile --json": written(
    "profile checksum-program --cycles 100k --json",
    "json",
    "profile checksum-program --cycles 100k",
    STATE,
  ),
  "sweep --json": written(
    "sweep ring-overflow --set runCycles=50k --warm-up 10k --json",
    "json",
    "sweep ring-overflow --set runCycles=50k --warm-up 10k",
  ),
  "sweep --csv": written(
    "sweep ring-overflow --set runCycles=50k --csv @",
    "csv",
    "sweep ring-overflow --set runCycles=50k",
    STATE,
  ),
  "sweep --out": written("sweep small.study.json --out @", "jsonl", "sweep small.study.json", {
    ...{ ending: ".jsonl", ...STATE },
  }),
  "sweep --out .csv": written("sweep small.study.json --out @", "csv", "sweep small.study.json", {
    ...{ ending: ".csv", ...STATE },
  }),
  "sweep --out .parquet": written("sweep small.study.json --out @", "parquet", "sweep small.study.json", {
    ending: ".parquet",
  }),
  "sweep --summary": written("sweep small.study.json --summary @", "json", "sweep small.study.json", {
    ending: ".json",
  }),
  "sweep --summary .csv": written("sweep small.study.json --summary @", "csv", "sweep small.study.json", {
    ending: ".csv",
  }),
  "search --out": written(
    "search ring-overflow --over rxRingFrames=4,8 --minimize rxRingFrames --set runCycles=50k --seeds 1 --out @",
    "jsonl",
    "search ring-overflow --over rxRingFrames=4,8 --minimize rxRingFrames --set runCycles=50k --seeds 1",
    { ending: ".jsonl", ...STATE },
  ),
  "search --summary": written(
    "search ring-overflow --over rxRingFrames=4,8 --minimize rxRingFrames --set runCycles=50k --seeds 1 --summary @",
    "json",
    "search ring-overflow --over rxRingFrames=4,8 --minimize rxRingFrames --set runCycles=50k --seeds 1",
    { ending: ".json" },
  ),
  "point -o": without(INPUT),
  "point --json": without("lists the points of a study; nothing has run"),
  "bundle -o": written("bundle small.study.json --rows rows.jsonl -o @", "bundle", "sweep small.study.json", {
    ending: ".zip",
  }),
  "bundle --parquet": without("adds a file to the bundle, which is in the list with `sweep --out .parquet`"),
  "bundle --json": without(RECEIPT),
  "verify --json": written("verify small.zip --json", "json", "verify small.zip"),
  ...exported(),
  "report -o": written(`report ${SHORT} -o @`, "text", `run ${SHORT}`, STATE),
  "papers --json": written(
    "papers --only 000-driver-receive --json",
    "json",
    "papers --only 000-driver-receive",
  ),
  "papers --csv": written("papers --only 000-driver --csv @", "csv", "papers --only 000-driver-receive"),
  service: without("answers the program that has started it, which says what its results came of"),
  "validate --json": without("says whether files are valid; no run is kept"),
  "variants --json": written("variants interrupt-cost --json", "json", "variants interrupt-cost"),
  "trace -o": without(INPUT),
  "trace --json": written(
    "trace --pcap traffic.pcapng --from-ms 0 --machine ring-overflow --json",
    "json",
    "trace --from-ms 0 --machine ring-overflow --pcap traffic.pcapng",
  ),
  "answers --json": written("answers interrupt-cost --json", "json", "answers interrupt-cost"),
  "grade --json": written(
    "grade submission.json --draw x --json",
    "grades",
    "grade submission.json --draw x",
  ),
  "grade --csv": written("grade submission.json --draw x --csv @", "csv", "grade submission.json --draw x"),
  "marks -o": without("is marks, grades and feedback in the formats of others"),
  "marks --json": without(RECEIPT),
  "pack -o": without("is material to read; its pages name the version, and their links hold the machines"),
  "pack --json": without(RECEIPT),
  "scorm -o": without("is a lab for a learning platform"),
  "scorm --json": without(RECEIPT),
  "questions -o": without("is questions for a learning platform"),
  "questions --json": without(RECEIPT),
  "asm -o": without("is machine code"),
  "asm --json": without("is machine code"),
  "embed -o": without(INPUT),
  "compile -o": without("has versions in its head and the command in each run; `decode` writes both"),
  decode: without("prints what `run --json` does; tests/cli/elsewhere.test.ts compares all of it"),
  "link --json": without(INPUT),
  "open -o": without(INPUT),
  "open --json": without(INPUT),
  "bench --json": without(
    "has them; the test would take half a minute (`irqscope bench --quick --runs 1 --json`)",
  ),
};
