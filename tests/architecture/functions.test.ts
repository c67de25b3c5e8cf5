/** TypeScript functions are short and have few branches. Each exception is named here with its reason. */
import { describe, expect, it } from "vitest";
import { type FunctionSize, functionsOf } from "./functions.ts";
import { isTypeScript, repositoryFiles } from "./repository.ts";

const OWN_LINES = 70;
/** Lines with the functions inside, for functions whose inner functions share one state. */
const SPAN = 120;
const COMPLEXITY = 20;

type Reasons = Readonly<Record<string, string>>;

const MARKUP = "markup of one view, an element a line";
const ONE_STATE = "functions of one state that is named at its top, each of them short";

const CALL_FRAMES = "one case for each instruction of call frame information";

const LONG: Reasons = {
  "web/simulate/transport/Transport.tsx Transport": MARKUP,
  "web/app/App.tsx App": MARKUP,
  "web/scenarios/capture/CapturePanel.tsx CapturePanel": MARKUP,
  "web/scenarios/gallery/GalleryDialog.tsx GalleryDialog": MARKUP,
  "web/labs/LabEditor.tsx LabEditor": MARKUP,
  "web/simulate/stage/MachineStage.tsx MachineStage": MARKUP,
  "web/form/controls.tsx ScalarControl": "one case for each kind of control",
  "web/simulate/StageRegion.tsx StageRegion": MARKUP,
  "web/simulate/metrics/LatencySection.tsx LatencySection": MARKUP,
  "web/app/shell/Header.tsx Header": MARKUP,
  "web/simulate/stage/NicFacts.tsx NicFactsList": MARKUP,
  "web/labs/GradePage.tsx GradePage": MARKUP,
  "web/simulate/marks/presets.ts presetsOf": "a table of presets",
  "web/scenarios/settings/scenarioFacts.ts machineFacts": "a list of facts",
  "web/program/SourceSection.tsx SourceSection": MARKUP,
  "lib/elf/callFrames.ts run": CALL_FRAMES,
  "cli/commands/run.ts run": "one output of the command after another",
  "scenarios/papers/003.scenarios.ts scenarioOfVariant": "a scenario, written out",
};

const WIDE: Reasons = {
  "web/state/navigation.ts createNavigation": ONE_STATE,
  "web/state/feed.ts createFeed": ONE_STATE,
  "web/scenarios/library/drafts.ts createDraftKeeper": ONE_STATE,
  "web/scenarios/settings/settings.ts createSettings": ONE_STATE,
  "web/scenarios/open/openings.ts createOpenings": ONE_STATE,
  "web/timeline/keys.ts attachKeys": "a table of keys",
};

const COMPLEX: Reasons = {
  "scenarios/compile/flatten.ts flatStep": "one case for each kind of step",
  "lib/elf/callFrames.ts run": CALL_FRAMES,
  "cli/study/parquet.ts pageFault": "one check for each field of a page's header",
  "web/simulate/stage/MachineStage.tsx MachineStage": "one case for each part that a machine may have",
  "lib/assembler/disassemble.ts shortened": "one case for each short form of an instruction",
  "lib/labs/progress.ts applied": "one case for each kind of action",
  "lib/papers/paper.ts checkReferences": "one check for each kind of reference",
  "lib/expressions/check.ts typeOf": "one case for each kind of expression",
  "web/timeline/hitTest.ts hitTest": "one case for each part of the picture",
  "web/simulate/StageRegion.tsx StageRegion": "one case for each state of a load",
};

const CHECKED = /^(lib|scenarios|cli|web|tools|core-wasm\/binding)\//;
const functions = repositoryFiles()
  .filter((path) => isTypeScript(path) && CHECKED.test(path) && !/\.(gen|d|test)\.ts$/.test(path))
  .flatMap((path) => functionsOf(path));

describe("TypeScript functions", () => {
  const rules: readonly [what: string, sizeOf: (one: FunctionSize) => number, limit: number, Reasons][] = [
    ["lines of their own", ({ ownLines }) => ownLines, OWN_LINES, LONG],
    ["lines with the functions inside", ({ span }) => span, SPAN, { ...LONG, ...WIDE }],
    ["cyclomatic complexity", ({ complexity }) => complexity, COMPLEXITY, COMPLEX],
  ];
  it.each(rules)("over the limit of %s have a listed reason", (_, sizeOf, limit, reasons) => {
    const large = functions.filter((one) => sizeOf(one) > limit && !(one.id in reasons));
    expect(large.map((one) => `${one.id}: ${sizeOf(one)} > ${limit}`)).toEqual([]);
  });

  it.each([
    ["LONG", LONG, ({ ownLines }: FunctionSize) => ownLines > OWN_LINES],
    ["WIDE", WIDE, ({ span }: FunctionSize) => span > SPAN],
    ["COMPLEX", COMPLEX, ({ complexity }: FunctionSize) => complexity > COMPLEXITY],
  ] as const)("in the list %s still exceed the limit", (_, reasons, isLarge) => {
    const large = new Set(functions.filter(isLarge).map(({ id }) => id));
    expect(Object.keys(reasons).filter((id) => !large.has(id))).toEqual([]);
  });

  it("are all parsed", () => {
    expect(functions.length).toBeGreaterThan(4000);
    const text =
      "export function outer(a: number) {\n  const inner = () => {\n    return a || 1;\n  };\n  if (a) inner();\n}\n";
    expect(functionsOf("a.ts", text)).toEqual([
      { id: "a.ts inner", span: 3, ownLines: 3, complexity: 2 },
      { id: "a.ts outer", span: 6, ownLines: 4, complexity: 2 },
    ]);
  });
});
