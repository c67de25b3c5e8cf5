/** A device kind is written in these files only. docs/howto/device.md describes each of them. */
import { describe, expect, it } from "vitest";
import { sim_event_kind_names } from "../../core-wasm/binding/layout.gen.ts";
import { DEVICE_KINDS, exportedKinds } from "../../scenarios/devices/kinds.ts";
import { repositoryFiles, textOf } from "../architecture/repository.ts";

/** Files of a single kind. KIND stands for its name. */
const OWN = [
  "core-wasm/include/devices/KIND.def",
  "core-wasm/src/device/KIND.c",
  "core-wasm/ref/device/KIND.c",
  "core-wasm/tests/device/KIND.c",
  "scenarios/devices/KINDSchema.ts",
  "scenarios/devices/KIND.ts",
  "lib/metrics/registry/KIND.ts",
  "web/devices/KIND.tsx",
  "web/text/de/devices/KIND.ts",
  "tests/devices/KIND.ts",
];
/** Files with a part for each kind. */
const SHARED = ["docs/model.md", "CHANGELOG.md"];

const files = repositoryFiles();
const code = files.filter((path) => /\.(c|h|def|ts|tsx)$/.test(path) && !/\.gen\.\w+$/.test(path));
const kinds = DEVICE_KINDS.filter(({ kind }) => kind !== "nic").map(({ kind }) => kind);
const ownFiles = (kind: string) => OWN.map((path) => path.replace("KIND", kind));

/** Names that only the files of a kind have to contain. */
const ownNames = (kind: string) =>
  new RegExp(
    `\\b(sim_${kind}_(config|counters)|sim_view_${kind}|${kind}_state|${kind}(Schema|Exports|Records|Steps|View|Rules|Reference|List)|${kind.toUpperCase()}_(SIGN|PAGE|DATA|MESSAGES))\\b`,
  );

/** Code for all kinds asks the tables. These files are about one kind by their nature. */
const OF_ONE_KIND: ReadonlyMap<string, string> = new Map([
  ["web/simulate/stage/bus.ts", "what the bus moves for a disk"],
  ["web/timeline/tracks/dma.ts", "the series of the core: cards, then disks"],
  ["web/timeline/tracks/press.ts", "the series of the core of buttons"],
  ["lib/metrics/registry/held.ts", "the queues of disks, which hold requests"],
  ["cli/programState.ts", "what consoles have sent, for --console"],
  ["lib/labs/check.ts", "names of consoles, in goals on what they have sent"],
  ["scenarios/check/warnings.ts", "threads that wait for a disk, seeks that are drawn"],
]);

/** Machines that lock-step has found are tests too. */
const ARE_TESTS = /^((core-wasm\/)?tests|core-wasm\/ref\/lockstep\/found)\//;

/** Whether the text reads the devices of the kind, or their counters, by the name of its list. */
const readsList = (list: string) =>
  new RegExp(
    `\\b(machine|devices|view|facts|labels)\\.${list}\\b|\\{[^{}]*\\b${list}\\b[^{}]*\\}(: (Machine|MachineLabels|MachineView|Metrics)\\b| = \\w*\\.?(machine|devices)\\b)`,
  );

describe.each(DEVICE_KINDS.filter(({ kind }) => kind !== "nic"))("devices in $list", ({ kind, list }) => {
  it("are read one by one only in files with a listed reason", () => {
    const reads = readsList(list);
    const readers = code.filter(
      (path) =>
        /^(lib|web|cli|scenarios)\//.test(path) &&
        !ownFiles(kind).includes(path) &&
        !OF_ONE_KIND.has(path) &&
        reads.test(textOf(path)),
    );
    expect(readers, "ask the table of kinds, or say why not in OF_ONE_KIND").toEqual([]);
  });
});

it("each file with a reason still reads the devices of one kind", () => {
  const lists = DEVICE_KINDS.filter(({ kind }) => kind !== "nic").map(({ list }) => readsList(list));
  const idle = [...OF_ONE_KIND.keys()].filter((path) => !lists.some((reads) => reads.test(textOf(path))));
  expect(idle).toEqual([]);
});

describe.each(kinds)("device kind %s", (kind) => {
  it("has all files of a kind", () => {
    const missing = ownFiles(kind).filter((path) => !files.includes(path));
    expect(missing).toEqual([]);
    for (const path of SHARED) expect(textOf(path).toLowerCase()).toMatch(new RegExp(`\\b${kind}s?\\b`));
  });

  it("is named in no other file", () => {
    const names = ownNames(kind);
    const others = code.filter(
      (path) => !ARE_TESTS.test(path) && !ownFiles(kind).includes(path) && names.test(textOf(path)),
    );
    expect(others).toEqual([]);
  });
});

/** Events of a kind begin with its name; an export says a word for each of them, or that it leaves the event out. */
const eventsWithoutWord = (kind: string, words: object) =>
  sim_event_kind_names.filter((event) => event.startsWith(`${kind}-`) && !(event in words));

it.each(exportedKinds())("exports have a word for each event of $list", ({ kind, events }) => {
  expect(eventsWithoutWord(kind, events)).toEqual([]);
});

it("exports of a kind without words are found", () => {
  expect(eventsWithoutWord("button", {})).toEqual(["button-pressed"]);
});

it("docs/howto/device.md lists the files of a kind, at most twelve", () => {
  const table = textOf("docs/howto/device.md").match(/^\| `[^`]+`/gm) ?? [];
  const listed = table.map((cell) => cell.slice("| `".length, -1).replaceAll("<kind>", "KIND"));
  expect(listed.toSorted()).toEqual([...OWN, ...SHARED].toSorted());
  expect(listed.length).toBeLessThanOrEqual(12);
});
