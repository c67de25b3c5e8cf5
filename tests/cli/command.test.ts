import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import { pack } from "../../scenarios/link/codec.ts";
import { testCommand } from "../support/command.ts";
import { randomScenario } from "../support/randomScenario.ts";

const COMMANDS = [
  "run",
  "sweep",
  "validate",
  "why",
  "trace",
  "asm",
  "answers",
  "grade",
  "scorm",
  "questions",
  "link",
  "open",
  "bench",
];

const command = testCommand();
const { file } = command;

describe("irqscope --help", () => {
  test("appears without arguments, and the command fails", () => {
    expect(command.run()).toMatchObject({ exitCode: 2, output: expect.stringContaining("usage: irqscope") });
  });

  test("lists every command, and --version prints the version", () => {
    const { exitCode, output } = command.run("--help");
    expect(exitCode).toBe(0);
    for (const name of COMMANDS) expect(output).toContain(`  ${name} `);
    expect(command.run("--version")).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });

  test.each(COMMANDS)("%s --help prints its usage and mentions its --json", (name) => {
    const { exitCode, output, errors } = command.run(name, "--help");
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: "" });
    expect(output).toContain(`usage: irqscope ${name}`);
    expect(output).toContain("--json");
  });

  test.each(["help", "--help", "-h"])("%s COMMAND prints the same as COMMAND --help", (asked) => {
    expect(command.run(asked, "asm")).toEqual(command.run("asm", "--help"));
  });

  test("run --help lists the built-in scenarios", () => {
    const { output } = command.run("run", "--help");
    for (const { id } of BUILTIN_SCENARIOS) expect(output).toContain(id);
  });
});

describe("a command with bad input exits with 2, and prints one line to standard error and none to standard output", () => {
  test.each([
    [["runn"], "error: runn: is not a command; did you mean run?"],
    [["help", "runn"], "error: runn: is not a command; did you mean run?"],
    [
      ["--json", "run"],
      "error: --json: is not an option; options follow the command, irqscope --help lists commands",
    ],
    [
      ["run", "figure-4", "--set", "seed=1e400"],
      'error: --set: seed: "1e400" must be from 0 to 9007199254740991',
    ],
    [
      ["run", "figure-4", "--seed", "3", "--set", "seed=4"],
      "error: --set: seed: is set twice, by --seed 3 too",
    ],
    [
      ["run", "figure-4", "--set", "runCycles=1k", "--cycles", "2k"],
      "error: --set: runCycles: is set twice, by --cycles 2k too",
    ],
    [["run", "figure-4", "--set", "name="], "error: --set: name=: name: must have at least 1 character"],
    [["grade", ""], "error: arguments: SUBMISSION is empty"],
    [["grade", "x.json", "--decimal-comma"], "error: --decimal-comma: needs --csv"],
    [["frobnicate"], "error: frobnicate: is not a command; irqscope --help lists them"],
    [[""], 'error: "": is not a command; irqscope --help lists them'],
    [["run", ""], "error: arguments: SCENARIO (a file or the id of a built-in one) is empty"],
    [["validate", "a.json", ""], "error: arguments: FILE is empty"],
    [["open", ""], "error: arguments: LINK is empty"],
    [["run"], "error: arguments: SCENARIO (a file or the id of a built-in one) is missing"],
    [
      ["run", "figure-4", "figure-4"],
      'error: arguments: one SCENARIO (a file or the id of a built-in one) only, not also "figure-4"',
    ],
    [["run", "figure-4", "--quickly"], "error: --quickly: is not an option; --help lists them"],
    [["run", "figure-4", "--cycle", "5"], "error: --cycle: is not an option; did you mean --cycles?"],
    [["run", "figure-4", "--jsno"], "error: --jsno: is not an option; did you mean --json?"],
    [["run", "figure-4", "-c", "5"], "error: -c: is not an option; did you mean --cycles?"],
    [["run", "figure-4", "--constructor", "5"], "error: --constructor: is not an option; --help lists them"],
    [
      ["trace", "--pcap", "x", "--duration", "5"],
      "error: --duration: is not an option; did you mean --duration-ms?",
    ],
    [["run", "figure-4", "--cycles", "5", "--cycles", "6"], 'error: --cycles: is given twice: "5" and "6"'],
    [["run", "--cycles=5", "figure-4", "--cycles=5"], 'error: --cycles: is given twice: "5" and "5"'],
    [["run", "figure-4", "--json", "--json"], "error: --json: is given twice"],
    [["open", "x", "-o", "a", "--output", "b"], 'error: --output: is given twice: "a" and "b"'],
    [["run", "figure-4", "--json=yes"], "error: --json: takes no value"],
    [["run", "figure-4", "--cycles"], "error: --cycles: needs a value"],
    [["run", "figure-4", "--cycles", ""], "error: --cycles: is empty"],
    [["trace", "--pcap", ""], "error: --pcap: is empty"],
    [
      ["run", "figure-4", "--cycles", "0"],
      'error: --cycles: must be a whole number from 1 to 1000000000000, not "0"',
    ],
    [["run", "figure-4", "--cycles", "-1"], 'error: --cycles: must not be negative: "-1"'],
    [["run", "figure-4", "--cycles", "--json"], 'error: --cycles: needs a value, but "--json" follows'],
    [
      ["run", "figure-4", "--cycles=-1"],
      'error: --cycles: must be a whole number from 1 to 1000000000000, not "-1"',
    ],
    [
      ["link", "figure-4", "--cycle", "40_001"],
      "error: --cycle: 40001 is beyond the run, which has 40000 cycles",
    ],
    [
      ["link", "figure-4", "--zoom", "39k..40_001"],
      "error: --zoom: 40001 is beyond the run, which has 40000 cycles",
    ],
    [["link", "figure-4", "--zoom", "5"], 'error: --zoom: must be FROM..TO, not "5"'],
    [["link", "figure-4", "--zoom", "1..2..3"], 'error: --zoom: must be FROM..TO, not "1..2..3"'],
    [["link", "figure-4", "--zoom", "7..7"], 'error: --zoom: must end after it begins, not "7..7"'],
    [
      ["link", "figure-4", "--zoom", "..7"],
      'error: --zoom: must be a whole number from 0 to 1000000000000, not ""',
    ],
    [
      ["run", "figure-4", "--cycles", "1_"],
      'error: --cycles: must be a whole number from 1 to 1000000000000, not "1_"',
    ],
    [
      ["link", "figure-4", "--base", "javascript:alert(1)"],
      'error: --base: is not an http, https or file address: "javascript:alert(1)"',
    ],
    [
      ["run", "figure-4", "--cycles", "1e-6"],
      'error: --cycles: must be a whole number from 1 to 1000000000000, not "1e-6"',
    ],
    [
      ["run", "figure-4", "--seed", "x"],
      'error: --seed: must be a whole number from 0 to 9007199254740991, not "x"',
    ],
    [["run", "figure-5"], "error: figure-5: no such file, and no built-in scenario; did you mean figure-4?"],
    [["run", "."], "error: .: is a folder"],
    [["validate"], "error: arguments: FILE is missing"],
    [["validate", "nothing.json"], "error: nothing.json: no such file"],
    [["sweep", "nothing.study.json", "--out", "rows.jsonl"], "error: nothing.study.json: no such file"],
    [["search", "nothing.study.json"], "error: nothing.study.json: no such file"],
    [
      ["link", "figure-4", "--base", "nowhere"],
      'error: --base: is not an http, https or file address: "nowhere"',
    ],
    [["open", "#s=1.AAAA"], "error: LINK: the link is cut off: its end is missing"],
    [["open", "hello"], "error: LINK: the link holds no scenario (#s=...)"],
    [["bench", "--runs", "2"], "error: --runs: must be odd, because the median is printed"],
    [["bench", "more"], 'error: arguments: bench takes none, not "more"'],
  ])("%j", (args, message) => {
    expect(command.run(...args)).toEqual({ exitCode: 2, output: "", errors: `${message}\n` });
  });

  test("names file, field and reason for a scenario with errors", () => {
    const path = file("bad.json", JSON.stringify({ ...randomScenario(1), seed: -1, colour: "red" }));
    const errors = [
      `error: ${path}: seed: must be at least 0`,
      `error: ${path}: colour: is not a known field; known here: `,
    ];
    for (const name of ["run", "validate", "link"]) {
      const outcome = command.run(name, path);
      expect(outcome).toMatchObject({ exitCode: 2, output: "" });
      for (const error of errors) expect(outcome.errors).toContain(error);
    }
  });

  test("prints 20 of many errors, and counts the rest", () => {
    const routines = new Array(15).fill({ name: 5, kind: "cycles" });
    const scenario = { format: "irqscope-scenario", version: 1, name: "x", software: { routines } };
    const path = file("many.json", JSON.stringify(scenario));
    for (const name of ["run", "validate", "link"]) {
      const lines = command.run(name, path).errors.trimEnd().split("\n");
      expect(lines).toHaveLength(21);
      expect(lines[19]).toBe(`error: ${path}: software.routines[9].cycles: is missing`);
      expect(lines[20]).toBe(`error: ${path}: and 10 more errors`);
    }
    const [verdict] = JSON.parse(command.run("validate", path, "--json").output);
    expect(verdict).toMatchObject({ ok: false, errorCount: 30 });
    expect(verdict.errors).toHaveLength(20);
    const packed = pack(JSON.stringify(scenario));
    expect(command.run("open", `#s=${packed}`).errors).toMatch(/\nerror: LINK: and 10 more errors\n$/);
  });

  test("names both places of a field that is given twice", () => {
    const text = JSON.stringify(randomScenario(1), undefined, 1);
    const path = file("twice.json", text.replace('"seed"', '"seed": 1,\n "seed"'));
    const line = text.slice(0, text.indexOf('"seed"')).split("\n").length;
    for (const name of ["run", "validate", "link"]) {
      expect(command.run(name, path)).toEqual({
        exitCode: 2,
        output: "",
        errors: `error: ${path}: seed: is given twice: line ${line}, column 2 and line ${line + 1}, column 2\n`,
      });
    }
  });

  test.each([
    ["cut.json", '{"format": "irqscope-scen', "line 1, column 26"],
    ["blank.json", "[", "line 1, column 2"],
  ])("names line and column of the syntax error in %s", (name, content, message) => {
    const path = file(name, content);
    const outcome = command.run("validate", path);
    expect(outcome).toMatchObject({ exitCode: 2, output: "" });
    expect(outcome.errors).toMatch(new RegExp(`^error: .*${name}: scenario: .*\\n$`));
    expect(outcome.errors).toContain(message);
  });

  test.each([
    ["empty.json", "", "is empty"],
    ["binary.json", "\u0000\u0001", /^is a binary file that irqscope does not read/],
    ["handler.s", "loop: addi t0, t0, 1\n ret\n", /^is assembly: irqscope asm assembles it/],
    ["waves.vcd", "$date today $end\n", "is a VCD file, which irqscope writes and does not read"],
  ] as const)("names the kind of the file %s", (name, content, reason) => {
    const { errors } = command.run("validate", file(name, content));
    const [, said] = /^error: \S+: (.*)\n$/.exec(errors) ?? [];
    expect(said).toEqual(typeof reason === "string" ? reason : expect.stringMatching(reason));
  });

  test("refuses bytes that are not text", () => {
    const path = join(command.folder, "latin1.json");
    writeFileSync(path, Buffer.from([0x22, 0xe4, 0x22]));
    expect(command.run("validate", path).errors).toBe(`error: ${path}: is not UTF-8 text\n`);
  });
});

describe("irqscope run", () => {
  test("prints the most important counts and latencies", () => {
    const { exitCode, output, errors } = command.run("run", "ring-overflow", "--cycles", "1M");
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: "" });
    for (const word of [
      "offered",
      "delivered",
      "in flight",
      "p99",
      "p99.9",
      "driver-isr",
      "entry  ",
      "saving  ",
      "state hash",
    ]) {
      expect(output).toContain(word);
    }
  });

  test("prints no percentile of too few latencies, and has all of them in JSON", () => {
    const few = ["run", "ring-overflow", "--cycles", "30k"];
    const { output } = command.run(...few);
    expect(output).toMatch(/p50 +[\d,]+ /);
    expect(output).toMatch(/p99 +–/);
    expect(JSON.stringify(command.json(...few))).toContain('"p99":');
  });

  test("gives the same hash for the same scenario and seed, and another hash for another seed", () => {
    const hashOf = (...args: readonly string[]) =>
      (command.json("run", "ring-overflow", "--cycles", "300k", ...args) as { stateHash: string }).stateHash;
    expect(hashOf()).toMatch(/^[0-9a-f]{16}$/);
    expect(hashOf()).toBe(hashOf());
    expect(hashOf("--seed", "99")).not.toBe(hashOf());
  });

  test("changes the run length with --cycles, and takes a file or an id", () => {
    const path = file(
      "scenario.json",
      command.run("open", command.run("link", "figure-4").output.trim()).output,
    );
    expect(command.json("run", path, "--cycles", "12_345")).toMatchObject({ cycle: 12_345, brokenLaw: 0 });
    expect(command.json("run", path)).toMatchObject({ scenario: "One receive and one send (figure 4)" });
  });

  test.each([
    [1, "1 Hz"],
    [1_500, "1.5 kHz"],
    [200_000_000, "200 MHz"],
    [333_333_333, "333.333333 MHz"],
    [10_000_000_000, "10 GHz"],
  ])("prints a clock of %i Hz as %s", (clockHertz, text) => {
    const scenario = { format: "irqscope-scenario", version: 1, name: "clock", machine: { clockHertz } };
    const path = file("clock.json", JSON.stringify(scenario));
    expect(command.run("run", path, "--cycles", "10").output).toContain(` ms at ${text}, seed 1\n`);
  });
});

describe("irqscope validate", () => {
  const plain = { format: "irqscope-scenario", version: 1, name: "plain" };

  test("prints one line for each valid file", () => {
    const path = file("good.json", JSON.stringify(plain));
    const output = `${path}: ok: plain\n`;
    expect(command.run("validate", path)).toEqual({ exitCode: 0, output, errors: "" });
  });

  test("judges every file with --json", () => {
    const good = file("good.json", JSON.stringify(plain));
    const { exitCode, output } = command.run("validate", good, "missing.json", "--json");
    expect(exitCode).toBe(2);
    expect(JSON.parse(output)).toEqual([
      { file: good, ok: true, name: "plain", errors: [], errorCount: 0, warnings: [] },
      { file: "missing.json", ok: false, errors: [{ message: "no such file" }], errorCount: 1, warnings: [] },
    ]);
  });

  test("warns of fields without effect, as run does, and refuses none", () => {
    const nics = [{ name: "n", offloads: { mergeBytes: 3000 } }];
    const scenario = { ...plain, runCycles: 10, machine: { nics } };
    const merging = file("merging.json", JSON.stringify(scenario));
    const warning = { field: "machine.nics[0].offloads.mergeBytes" };
    const validated = command.run("validate", merging, "--json");
    expect(validated.exitCode).toBe(0);
    expect(JSON.parse(validated.output)).toMatchObject([{ ok: true, warnings: [warning] }]);
    expect(command.run("validate", merging).errors).toContain(
      `warning: ${merging}: ${warning.field}: merges no`,
    );
    expect(command.json("run", merging)).toMatchObject({ warnings: [warning] });
  });
});

describe("irqscope link and open", () => {
  test("print both machines of a comparison's link", () => {
    const file = new URL("../fixtures/links/v1-compare-ring-64.txt", import.meta.url);
    const [link = ""] = readFileSync(file, "utf8").split("\n");
    expect(command.json("open", link)).toMatchObject({
      scenario: { name: "Ring overflow" },
      position: { cycle: 1_128_381, page: "compare" },
      other: { name: "Ring overflow, receive ring 64 frames" },
    });
  });

  test("give back the scenario, the cycle and the page of a link", () => {
    const link = command.run(
      "link",
      "000-send-one-context",
      "--cycle",
      "2k",
      "--base",
      "https://example.org/sim/",
    ).output;
    expect(link).toMatch(/^https:\/\/example\.org\/sim\/#s=1\.[\w-]+&v=\d+\.[\w-]{6}&c=2000\n$/);
    const { position, scenario } = command.json("open", link.trim()) as Record<string, { name?: string }>;
    expect(position).toEqual({ cycle: 2000 });
    expect(scenario?.name).toBe("Pattery: send, one context");
    const text = command.run("open", link.trim()).output;
    const source = new URL("../../scenarios/papers/000-send-one-context.json", import.meta.url);
    const again = file("again.json", text);
    expect(command.run("link", again).output).toBe(command.run("link", "000-send-one-context").output);
    expect(JSON.parse(text).name).toBe(JSON.parse(readFileSync(source, "utf8")).name);
  });

  test("take with --zoom the cycles that the timeline shows", () => {
    const hash = (...args: readonly string[]) => command.run("link", "figure-4", ...args).output.trim();
    expect(hash("--zoom", "1k..2_500")).toMatch(/^#s=1\.[\w-]+&v=\d+\.[\w-]{6}&z=1000-2500$/);
    const whole = hash("--zoom", "0..40k", "--cycle", "40k");
    expect(command.json("open", whole)).toMatchObject({
      position: { cycle: 40_000, zoom: { from: 0, to: 40_000 } },
    });
  });

  test("write the file of -o completely or not at all", () => {
    const link = command.run("link", "figure-4").output.trim();
    const path = join(command.folder, "opened.json");
    expect(command.run("open", link, "-o", path)).toEqual({ exitCode: 0, output: "", errors: "" });
    const written = readFileSync(path, "utf8");
    expect(written).toBe(command.run("open", link).output);
    expect(command.run("open", command.run("link", "ring-overflow").output.trim(), "-o", path)).toEqual({
      exitCode: 2,
      output: "",
      errors: `error: ${path}: already exists; --force replaces it\n`,
    });
    expect(readFileSync(path, "utf8")).toBe(written);
    const other = command.run("link", "ring-overflow").output.trim();
    expect(command.run("open", other, "-o", path, "--force").exitCode).toBe(0);
    expect(readFileSync(path, "utf8")).not.toBe(written);
    expect(readdirSync(command.folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("write nothing for a bad link", () => {
    const path = join(command.folder, "never.json");
    expect(command.run("open", "#s=1.AAAA", "-o", path).exitCode).toBe(2);
    expect(existsSync(path)).toBe(false);
  });

  test("refuse a folder that does not exist", () => {
    const path = join(command.folder, "no", "such.json");
    const link = command.run("link", "figure-4").output.trim();
    expect(command.run("open", link, "-o", path)).toMatchObject({
      exitCode: 2,
      errors: `error: ${path}: its folder does not exist\n`,
    });
  });
});
