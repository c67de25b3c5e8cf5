import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { zipSync } from "fflate";
import FIRST_LAB from "../../web/labs/firstLab.json" with { type: "json" };
import { craftedElf, END_SEQUENCE, lineUnit, NEXT_LINE, SET_CODE_ADDRESS } from "../elf/craftedElf.ts";
import { long } from "./long.ts";
import { cycle, dropFile, fixture, machineIsShown, open } from "./support.ts";

const captures = readdirSync(new URL("../fixtures/captures", import.meta.url)).filter((name) =>
  /\.pcap(ng)?$/.test(name),
);

test("there are captures for the tests of dropped files", () => {
  expect(captures.length).toBeGreaterThan(0);
});

test(
  "dropped captures run, and a truncated one in part",
  long(
    "It adds every capture of the fixtures, which tests/captures/readCapture.test.ts reads without a browser. capture.spec.ts of the short list drops some of them.",
  ),
  async ({ page }) => {
    await open(page);
    await test.step("captures are recognised by their content, not by their name", async () => {
      const files = captures.map((name) => [name, name] as const);
      for (const [name, dropped] of [...files, [captures[0] ?? "", "notes.json"] as const]) {
        await dropFile(page, dropped, fixture(`captures/${name}`));
        await expect(page.locator(".picker__name")).toHaveText(`Capture ${dropped}`);
        await machineIsShown(page);
        await page.keyboard.press("f");
        await expect.poll(() => cycle(page), name).toBeGreaterThan(0);
        await expect(page.getByRole("article", { name: /Network card/ }), name).toContainText(/[1-9]\d*\sof/);
      }
    });
    await test.step("a truncated capture gives its whole packets, and the page reports it", async () => {
      const whole = fixture("captures/two-hosts-200-us-little.pcap");
      await dropFile(page, "killed.pcap", whole.subarray(0, whole.length - 7));
      await expect(page.locator(".picker__name")).toHaveText("Capture killed.pcap");
      const notice = page
        .getByRole("status")
        .filter({ hasText: "killed.pcap ends in the middle of a packet" });
      await expect(notice).toContainText("The 199 complete packets are used");
      await notice.getByRole("button", { name: "Dismiss" }).click();
      await expect(notice).toHaveCount(0);
    });
  },
);

const text = (content: string) => new TextEncoder().encode(content);
const HOSTILE: readonly (readonly [what: string, name: string, bytes: Uint8Array, reason: RegExp])[] = [
  ["empty", "empty.pcap", new Uint8Array(), /empty\.pcap: .*empty/],
  ["a picture", "cat.png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), /cat\.png: is a picture/],
  [
    "a capture cut in its header",
    "cut.pcap",
    new Uint8Array([0xd4, 0xc3, 0xb2, 0xa1, 2, 0]),
    /cut\.pcap: at byte \d+/,
  ],
  [
    "broken JSON",
    "broken.json",
    text('{"format": "irqscope-scenario",'),
    /broken\.json: .*line \d+, column \d+/,
  ],
  ["another format", "other.json", text('{"format": "something"}'), /other\.json: /],
  [
    "out of range",
    "range.json",
    text('{"format":"irqscope-scenario","version":1,"name":"x","machine":{"core":{"contexts":400}}}'),
    /range\.json: machine\.core\.contexts .*16/,
  ],
];

const json = (value: object) => text(JSON.stringify(value));
const repository = (path: string) => new Uint8Array(readFileSync(new URL(`../../${path}`, import.meta.url)));

/** The number of statements of one address in its line table. */
function largeElf(statements: number, name: string, machine?: number): Uint8Array {
  const lines = [...SET_CODE_ADDRESS, ...new Uint8Array(statements).fill(NEXT_LINE), ...END_SEQUENCE];
  const elf = craftedElf([
    { name: ".debug_line_str", bytes: text(`${name}\0`) },
    { name: ".debug_line", bytes: lineUnit([0], Uint8Array.from(lines)) },
  ]);
  if (machine !== undefined) new DataView(elf.buffer).setUint16(18, machine, true);
  return elf;
}

test("dropped files of other kinds open where they belong", async ({ page }) => {
  await open(page);
  const panel = page.locator(".program");
  await test.step("an assembly file opens as a program, and then in the open program", async () => {
    await dropFile(page, "count.s", text("# count\nloop: addi t0, t0, 1\n j loop\n"));
    await expect(page.locator(".picker__name")).toHaveText("Program count.s");
    await expect(panel).toContainText("addi t0, t0, 1");
    await dropFile(page, "count.s", text("  li t0, 1\u200b\n ret\n"));
    await expect(
      page.getByRole("status").filter({ hasText: "count.s is now in the Program panel" }),
    ).toHaveCount(1);
    await expect(panel).toContainText('"\\u200b" does not belong here');
  });
  await test.step("a linked file opens", async () => {
    const { software } = JSON.parse(
      new TextDecoder().decode(repository("scenarios/demos/checksum-in-c.json")),
    );
    const { program } = software.routines.find((one: { program?: { elf?: string } }) => one.program?.elf);
    await open(page);
    await dropFile(page, "checksum", new Uint8Array(Buffer.from(program.elf, "base64")));
    await expect(page.locator(".picker__name")).toHaveText("Program checksum");
    await expect(panel).toBeVisible();
  });
  await test.step("a worker reads a large linked file, and the next file abandons it", async () => {
    await open(page);
    const worker = page.waitForEvent("worker");
    await dropFile(page, "large.elf", largeElf(140_000, "line.c"));
    await worker;
    await dropFile(page, "small.s", text(" ret\n"));
    await expect(page.locator(".picker__name")).toHaveText("Program small.s");
    await dropFile(page, "bad.elf", largeElf(140_000, "line.c", 62));
    const refusal = page.getByRole("alert").filter({ hasText: "bad.elf: program e_machine: is x86-64" });
    await expect(refusal).toHaveCount(1);
    await expect(page.locator(".picker__name")).toHaveText("Program small.s");
    await dropFile(page, "large.elf", largeElf(140_001, "line.c"));
    await expect(page.locator(".picker__name")).toHaveText("Program large.elf");
  });
  await test.step("a study opens, and so does the study of a bundle", async () => {
    const study = {
      ...{ format: "irqscope-study", version: 1, name: "Two rings" },
      ...{ scenarios: ["ring-overflow"], axes: [{ field: "rxRingFrames", values: [8, 16] }], seeds: 1 },
    };
    await dropFile(page, "two.json", json(study));
    await expect(page).toHaveURL(/#sweep/);
    await expect(page.locator("main")).toContainText("Two rings");
    const bundle = zipSync({ "manifest.json": json({}), "study.json": json({ ...study, name: "Packed" }) });
    await dropFile(page, "two.zip", bundle);
    await expect(page.getByRole("status").filter({ hasText: "the study in it is open" })).toHaveCount(1);
    await expect(page.locator("main")).toContainText("Packed");
  });
  await test.step("a submission opens, and so does a lab", async () => {
    await dropFile(page, "lab.JSON", json({ format: "irqscope-submission" }));
    await expect(page).toHaveURL(/#lab-grade/);
    await expect(page.locator(".grades")).toContainText("lab.JSON");
    await open(page);
    await dropFile(page, "mine.json", text(JSON.stringify(FIRST_LAB)));
    await expect(page).toHaveURL(/#lab=/);
  });
});

test("a dropped file that is not a scenario is refused with a reason, and the running machine stays", async ({
  page,
}) => {
  await open(page);
  await page.keyboard.press("i");
  await expect.poll(() => cycle(page)).toBeGreaterThan(0);
  for (const [what, name, bytes, reason] of HOSTILE) {
    const before = await cycle(page);
    await dropFile(page, name, bytes);
    await expect(page.getByRole("alert").filter({ hasText: reason }), what).toBeVisible();
    await expect(page.locator(".picker__name")).toHaveText("Ring overflow");
    expect(await cycle(page), what).toBe(before);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => cycle(page), what).toBe(before + 1);
  }
});
