/** `irqscope grade`, `validate`, `scorm` and `questions` as teachers use them. */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { filesOf } from "../../cli/commands/grade.ts";
import { labFileText } from "../../lib/labs/own.ts";
import { seedOfStudent } from "../../lib/labs/seedOfStudent.ts";
import { submissionText } from "../../lib/labs/submission.ts";
import FIRST_LAB from "../../web/labs/firstLab.json";
import { testCommand } from "../support/command.ts";
import { openLab, solvedSubmission } from "./support.ts";

const command = testCommand();

const { file } = command;

test("grade prints one line for each file of a folder, whatever the others contain", async () => {
  mkdirSync(join(command.folder, "class"));
  const honest = await solvedSubmission("rings");
  const text = submissionText(honest);
  file("class/a.json", text);
  file("class/b.json", text.replace(/"stateHash": "[0-9a-f]{16}"/, '"stateHash": "0000000000000000"'));
  file("class/c.json", text);
  file("class/cut.json", text.slice(0, 900));
  file("class/huge.json", " ".repeat(300_000));
  file("class/bytes.json", Uint8Array.of(0xff, 0x00, 0x1b));
  file("class/nested.json", "[".repeat(50_000));
  file("class/twice.json", text.replace('"seed": 0', '"seed": 5, "seed": 0'));
  file("class/wide.json", Buffer.from(`\ufeff${text}`, "utf16le"));
  file("class/zipped.json", zipSync({ "a.json": Buffer.from(text) }));
  mkdirSync(join(command.folder, "class/Ada Lovelace_17_file"));
  file("class/Ada Lovelace_17_file/a.json", text.replace('"seed": 0', '"seed": -1'));
  mkdirSync(join(command.folder, "class/folder.json"));
  symlinkSync(".", join(command.folder, "class/again"));
  symlinkSync("loop.json", join(command.folder, "class/loop.json"));
  symlinkSync("/dev/zero", join(command.folder, "class/zero.json"));
  const { exitCode, output, errors } = command.run("grade", "class", "missing.json", "--csv", "grades.csv");
  expect({ errors, exitCode }).toEqual({ errors: "error: missing.json: no such file\n", exitCode: 2 });
  const lineOf = (name: string) => output.split("\n").find((line) => line.trim().startsWith(name)) ?? "";
  expect(lineOf("a.json")).toMatch(/rings +14\/18 +4 +identical to [bc].json/);
  expect(lineOf("b.json")).toMatch(/edited.*another state/);
  expect(lineOf("c.json")).toContain("identical to a.json");
  expect(lineOf("cut.json")).toContain("cut off");
  expect(lineOf("huge.json")).toContain("larger than 256 kB");
  expect(lineOf("bytes.json")).toContain("not UTF-8");
  expect(lineOf("twice.json")).toContain("seed is given twice");
  expect(lineOf("wide.json")).toMatch(/rings.*identical to a.json/);
  expect(lineOf("zipped.json")).toContain("unpack it first");
  expect(lineOf("nested.json")).toContain("nested");
  expect(lineOf("missing.json")).toContain("no such file");
  expect(lineOf("Ada Lovelace_17_file/a.json")).toContain("seed must be at least 0");
  expect(lineOf("folder.json")).toMatch(/passed over +has no file in it$/);
  for (const link of ["again", "loop.json", "zero.json"])
    expect(lineOf(link)).toMatch(/passed over +is a link: it is not followed$/);
  expect(output).toContain("4 of 16 graded, 8 refused, 4 passed over\n");
  const csv = readFileSync(join(command.folder, "grades.csv"), "utf8");
  expect(csv.split("\r\n")).toHaveLength(18);
  expect(csv).toMatch(/^\ufefffile,status,/);
}, 60_000);

test("grade takes a file once that is named twice or beside its folder", async () => {
  mkdirSync(join(command.folder, "twice/A"), { recursive: true });
  for (const name of ["twice/A/lab.json", "twice/A/lab.txt", "twice/b.json"]) file(name, "{}");
  const at = (name: string) => join(command.folder, name);
  symlinkSync("b.json", at("twice/link.json"));
  symlinkSync("twice", at("same"));
  const namesOf = async (...paths: string[]) =>
    (await filesOf(paths.map(at), [])).files.map(({ name }) => name);
  const all = ["A/lab.json", "A/lab.txt", "b.json", "link.json"];
  expect(await namesOf("twice", "twice/A", "same", "same/A/lab.json")).toEqual(["lab.json", ...all.slice(1)]);
  expect(await namesOf("twice/b.json", "twice", "twice/b.json")).toEqual([
    "b.json",
    ...all.slice(0, 2),
    "link.json",
  ]);
  // A named file is graded whatever its ending.
  const { files } = await filesOf([at("twice"), at("twice/A/lab.txt")], []);
  expect(files.filter(({ isFound }) => !isFound).map(({ name }) => name)).toEqual(["lab.txt", "link.json"]);
});

test("grade reports every file of a class", async () => {
  const text = submissionText(await solvedSubmission("rings"));
  const long = `Zoe ${"Moodle calls folders by exercises and people ".repeat(4)}_9`;
  for (const folder of ["__MACOSX/One_1", "Empty_7/below", long])
    mkdirSync(join(command.folder, "moodle", folder), { recursive: true });
  for (const folder of ["One_1", "Two_2", "Three_3", "Four_4", "Five_5_onlinetext_", "Six_6"])
    mkdirSync(join(command.folder, "moodle", folder));
  file("secret.json", text);
  file("moodle/One_1/LAB.JSON", text);
  file("moodle/One_1/._LAB.JSON", Uint8Array.of(0, 5, 0x16, 7, 0, 2, 0, 0));
  file("moodle/__MACOSX/One_1/._LAB.JSON", Uint8Array.of(0, 5, 0x16, 7, 0, 2, 0, 0));
  file("moodle/.DS_Store", Uint8Array.of(0, 0, 0, 1, 0x42));
  file("moodle/Two_2/lab.json.txt", text);
  file("moodle/Two_2/lab", text);
  file("moodle/Three_3/zipped.zip", zipSync({ "lab.json": Buffer.from(text) }));
  file("moodle/Four_4/report.pdf", "%PDF-1.7");
  file("moodle/Five_5_onlinetext_/onlinetext.html", "<p>I did it.</p>");
  symlinkSync("../../secret.json", join(command.folder, "moodle/Six_6/lab.json"));
  symlinkSync("../One_1/LAB.JSON", join(command.folder, "moodle/Six_6/same.json"));
  file(`moodle/${long}/lab.json`, text);
  const { exitCode, output, errors } = command.run(
    "grade",
    "moodle",
    "--draw",
    "a",
    "--csv",
    "moodle/grades.csv",
  );
  expect({ exitCode, errors }).toEqual({ exitCode: 1, errors: "" });
  const reasonOf = (name: string) => {
    const line = output.split("\n").find((one) => one.trimStart().startsWith(name)) ?? "";
    const [, status, reason] = /(passed over|not handed in) +(.*)$/.exec(line) ?? [];
    return `${status} ${reason}`;
  };
  expect(output).toMatch(/One_1\/LAB\.JSON +.*rings +14\/18/);
  expect(output).not.toMatch(/One_1\/LAB\.JSON +.*identical to Six_6/);
  for (const [name, reason] of [
    ["One_1/._LAB.JSON", "not handed in is a metadata file that macOS added"],
    ["__MACOSX/One_1/._LAB.JSON", "not handed in is a metadata file that macOS added"],
    [".DS_Store", "not handed in is a metadata file that macOS added"],
    ["Two_2/lab.json.txt", /^passed over has a second ending after \.json/],
    ["Two_2/lab ", /^passed over is a submission without the ending \.json/],
    ["Three_3/zipped.zip", "passed over is compressed with zip: unpack it first"],
    ["Four_4/report.pdf", "passed over is a PDF (a submission ends in .json)"],
    ["Five_5_onlinetext_/onlinetext.html", /^passed over is text that was typed online/],
    ["Six_6/lab.json", "passed over is a link: it is not followed"],
    ["Six_6/same.json", "passed over is a link: it is not followed"],
    ["Empty_7/below", "passed over has no file in it"],
  ] as const)
    expect(reasonOf(name), name).toEqual(typeof reason === "string" ? reason : expect.stringMatching(reason));
  expect(output).toContain("\n2 of 10 graded, 8 passed over; 3 system files not counted\n");
  const others = output.split("\n").filter((line) => !line.includes("Moodle"));
  expect(Math.max(...others.map((line) => line.length))).toBeLessThan(220);
  const rows = readFileSync(join(command.folder, "moodle/grades.csv"), "utf8").split("\r\n");
  expect(rows).toHaveLength(15);
  expect(rows.join("\n")).toMatch(/\nTwo_2\/lab\.json\.txt,passed-over,.*has a second ending/);
  // The table that grading writes is not a submission.
  expect(command.run("grade", "moodle", "--draw", "a", "--csv", "moodle/grades.csv", "--force").output).toBe(
    output,
  );
  mkdirSync(join(command.folder, "mac/__MACOSX"), { recursive: true });
  file("mac/__MACOSX/._lab.json", Uint8Array.of(0, 5, 0x16, 7));
  file("mac/lab.json", text);
  expect(command.run("grade", "mac")).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining("1 of 1 graded; 1 system file not counted"),
  });
}, 60_000);

test("grade writes no table and no file if nothing can be read", () => {
  file("plain", "");
  const { exitCode, output, errors } = command.run("grade", "none", "plain/a.json", "--csv", "none.csv");
  expect({ exitCode, output, errors }).toEqual({
    exitCode: 2,
    output: "",
    errors:
      "error: none: no such file\nerror: plain/a.json: cannot be read: a part of its path is a file, not a folder\n",
  });
  expect(existsSync(join(command.folder, "none.csv"))).toBe(false);
});

test("grade --lab takes an own lab and checks it first", async () => {
  const lab = { ...(await openLab("rings")), id: "mine", title: "Mine" };
  const own = file("mine.json", JSON.stringify(lab));
  const submission = file(
    "of-mine.json",
    submissionText({ ...(await solvedSubmission("rings")), lab: "mine" }),
  );
  expect(command.run("grade", submission).output).toContain("belongs to another lab: mine");
  expect(command.run("grade", submission, "--lab", own).output).toMatch(/mine +\d+\/\d+ +.*edition/);
  const broken = file("broken.json", JSON.stringify({ ...lab, machines: {} }));
  const refused = command.run("grade", submission, "--lab", broken);
  expect(refused.exitCode).toBe(2);
  expect(refused.errors).toContain("steps[0].machine: no machine even");
  const scenario = file("scenario.json", '{ "format": "irqscope-scenario", "version": 1, "name": "none" }');
  expect(command.run("grade", submission, "--lab", scenario).errors).toBe(
    `error: ${scenario}: format: must be "irqscope-lab", not "irqscope-scenario"\n`,
  );
}, 30_000);

test("validate checks labs with their text file, and names file and field of mistakes", async () => {
  const root = new URL("../../scenarios/labs/rings/", import.meta.url).pathname;
  expect(command.run("validate", join(root, "lab.json"))).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining("ok: Rings, bursts and lost packets"),
  });
  const lab = readFileSync(join(root, "lab.json"), "utf8").replace('"receive.loss"', '"receive.lost"');
  mkdirSync(join(command.folder, "wrong"));
  file("wrong/text.md", readFileSync(join(root, "text.md")));
  const { exitCode, errors } = command.run("validate", file("wrong/lab.json", lab));
  expect(exitCode).toBe(2);
  expect(errors).toContain("wrong/lab.json: steps[1].questions[0].value: at 0: no metric receive.lost");
}, 60_000);

test("grade reports variants other than the requested ones", async () => {
  const student = { name: "Ada", number: "18" };
  const submission = file("seeded.json", submissionText({ ...(await solvedSubmission("rings")), student }));
  expect(command.run("grade", submission, "--seed", "0").output).not.toContain("asked for");
  expect(command.run("grade", submission, "--seed", "17").output).toContain("variant 0, asked for 17");
  expect(command.run("grade", submission, "--seed", "student").output).toContain("variant 0, asked for 18");
  expect(command.run("grade", submission, "--seed", "x").exitCode).toBe(2);
}, 30_000);

test("variants prints a table of labs, and exits with 1 if a neighbour's answers earn too much", async () => {
  const same = file("same.json", JSON.stringify({ ...FIRST_LAB, vary: [] }));
  const { exitCode, output } = command.run("variants", same, "--each");
  expect(exitCode).toBe(1);
  expect(output).toMatch(/^ +my-lab +(\d+) +\1\.0 +1$/m);
  expect(output).toMatch(/^ +loss\/share +2 +2\.0$/m);
  expect(output).toContain("A neighbour's answers earn 100.0 % of the points (at most 40 %).");
  const { labs, share, limit } = command.json("variants", "livelock") as {
    readonly labs: readonly { readonly lab: string; readonly variants: number }[];
    readonly share: number;
    readonly limit: number;
  };
  expect(labs).toMatchObject([{ lab: "livelock" }]);
  expect(labs[0]?.variants).toBeGreaterThan(20);
  expect(share).toBeLessThan(limit);
  expect(command.run("variants", "nope").errors).toContain("is not a lab");
}, 60_000);

test("validate refuses a choice with two right options, and names the variant", async () => {
  const lab = await openLab("rings");
  const steps = lab.steps.map((step) => ({
    ...step,
    questions: step.questions.map((question) =>
      question.kind === "choice"
        ? {
            ...question,
            digest: undefined,
            options: question.options.map(({ text }) => ({ text, when: "cycles > 0 cycles" })),
          }
        : question,
    ),
  }));
  const { exitCode, errors } = command.run("validate", file("two.json", JSON.stringify({ ...lab, steps })));
  expect(exitCode).toBe(2);
  expect(errors).toMatch(/steps\[1\]\.questions\[2\]: 3 options are right in variant 0/);
}, 60_000);

test("answers prints those of a course lab, of a variant and of a lab file, and refuses other files", () => {
  const { output } = command.run("answers", "rings");
  for (const line of [
    /^Rings, bursts and lost packets\n/,
    /^ {4}951 cycles {2}accepted: 941\.5 to 960\.5 {2}\(2 points\)$/m,
    /^ {4}133,300 \/s {2}accepted: 128,000 to 138,700 {2}\(1 point\)$/m,
    /^ {4}best known: places in all 49 frames$/m,
  ])
    expect(output).toMatch(line);
  const { steps, seed } = command.json("answers", "rings", "--seed", "17") as {
    readonly seed: number;
    readonly steps: readonly { readonly answers: readonly { readonly answer?: number | string }[] }[];
  };
  expect(seed).toBe(17);
  expect(steps).toHaveLength(6);
  expect(steps[0]?.answers[0]?.answer).toEqual(expect.any(Number));
  const root = new URL("../../scenarios/labs/rings/lab.json", import.meta.url).pathname;
  expect(command.run("answers", root).output).toBe(output);
  for (const [name, reason] of [
    ["./none.json", "no such file"],
    [".", "is a folder"],
  ] as const)
    expect(command.run("answers", name)).toEqual({
      exitCode: 2,
      output: "",
      errors: `error: ${name}: ${reason}\n`,
    });
}, 120_000);

test("scorm refuses files other than labs and pages, and packs a lab", () => {
  expect(command.run("scorm", "nope", "-o", "x.zip").errors).toContain(
    "is not a lab; did you mean napi? known: interrupt-cost",
  );
  expect(command.run("answers", "frobnicate").errors).toContain("is not a lab; known: interrupt-cost");
  expect(command.run("scorm", "rings", "-o", "x.zip", "--site", "nowhere").errors).toContain("npm run build");
  mkdirSync(join(command.folder, "site"));
  file("site/index.html", "<!doctype html>");
  expect(command.run("scorm", "rings", "-o", "x.zip", "--site", "site").exitCode).toBe(0);
  const files = Object.keys(unzipSync(readFileSync(join(command.folder, "x.zip"))));
  expect(files.sort()).toEqual(["imsmanifest.xml", "index.html", "launch.html"]);
  expect(command.run("scorm", "rings", "-o", "y.zip", "--site", "site", "--lang", "fr").errors).toContain(
    "en or de",
  );
  expect(command.run("scorm", "rings", "-o", "y.zip", "--site", "site", "--seed", "x").errors).toContain(
    "--seed",
  );
});

test("scorm packs an own lab, in a language and with a variant for each student", async () => {
  mkdirSync(join(command.folder, "place"));
  file("place/index.html", "<!doctype html>");
  file("place/sw.js", "");
  file("own.json", labFileText({ ...(await openLab("rings")), id: "mine", title: "Mine" }));
  const options = ["--site", "place", "--seed", "student", "--lang", "de", "--json"];
  const own = command.run("scorm", "own.json", "-o", "own.zip", ...options);
  expect(JSON.parse(own.output)).toMatchObject({ lab: "mine", seed: "student", language: "de", files: 4 });
  const files = unzipSync(readFileSync(join(command.folder, "own.zip")));
  expect(Object.keys(files).sort()).toEqual(["imsmanifest.xml", "index.html", "lab.json", "launch.html"]);
  const text = (path: string) => new TextDecoder().decode(files[path]);
  expect(text("launch.html")).toContain("lang=de#lab=packed-lab&amp;seed=student&amp;scorm=1");
  file("broken.json", '{"format": "irqscope-lab", "version": 2}');
  expect(command.run("scorm", "broken.json", "-o", "z.zip", ...options).exitCode).toBe(2);
  const chosen = command.run("answers", "rings", "--student", "s1234", "--json");
  expect(JSON.parse(chosen.output).seed).toBe(seedOfStudent("s1234"));
  expect(command.run("answers", "rings", "--student", "a", "--seed", "3").errors).toContain("--student");
});

test("grade and answers print memory and console contents that differ from a goal", async () => {
  const solved = await solvedSubmission("code-receive-path");
  const tasks = solved.tasks.map((task) => ({
    ...task,
    changes: task.changes.map(({ field, value }) => ({
      field,
      value: String(value).replace("0x2000293", "0x2c00293"),
    })),
  }));
  const handedIn = file("comma.json", submissionText({ ...solved, tasks }));
  const { output } = command.run("grade", handedIn, "--csv", "comma.csv");
  expect(output).toContain("goals that are not met");
  expect(output).toMatch(/comma\.json, design: line 1 of console uart is "100,90", not "100 90"/);
  expect(readFileSync(join(command.folder, "comma.csv"), "utf8")).toContain(
    'design: line 1 of console uart is ""100,90""',
  );
  const { output: answers } = command.run("answers", "code-receive-path");
  expect(answers).toContain('from good on: run["reference"].word["good"], ');
  expect(answers).toContain("console uart equals the console of machine reference");
});

test("questions writes a file for all labs or for each, names what it leaves out, and refuses a missing address", () => {
  file("bank.json", JSON.stringify(FIRST_LAB));
  const options = ["--base", "https://e.org/irqscope", "--variants", "3"];
  const all = command.run("questions", "bank.json", ...options, "-o", "bank.xml");
  expect(all).toEqual({
    ...{ exitCode: 0, errors: "" },
    output: `bank.xml: 1 question, 2 with their variants
left out of my-lab: loss/guess: a prediction belongs before the run, and is not scored
left out of my-lab: the task of design: a design is graded by running it: use the lab
`,
  });
  mkdirSync(join(command.folder, "banks"));
  const german = ["--lang", "de", "--format", "qti", "-o", "banks", "--json"];
  const each = command.run("questions", "bank.json", ...options, "--seed", "2", ...german);
  expect(JSON.parse(each.output)).toMatchObject({
    files: ["banks/my-lab.zip"],
    questions: [{ lab: "my-lab", step: "loss", question: "share", seeds: [2, 3] }],
  });
  const files = unzipSync(readFileSync(join(command.folder, "banks/my-lab.zip")));
  expect(new TextDecoder().decode(files["items/my-lab_loss_share_2.xml"])).toContain(
    "Die Maschine in irqscope",
  );
  expect(command.run("questions", "bank.json", "-o", "x.xml").errors).toContain("--base: needs the address");
  expect(command.run("questions", "bank.json", "bank.json", ...options, "-o", "x.xml").errors).toContain(
    "there is another lab with the id my-lab",
  );
});
