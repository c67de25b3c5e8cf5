/** Words of a printed command: a shell reads them unchanged. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { quoted } from "../../lib/commandLine.ts";

const WORDS = [
  "ring-overflow",
  "rxRingFrames=1..256*2",
  'receive.drop["rx-ring-full"] == 0',
  'it\'s $HOME `a` \\ "b"',
  "clockHertz=50 MHz..200 MHz+5M",
  "~/*.json",
  "loss<5%",
  "",
];

test("quoted words pass through a shell unchanged, special characters included", () => {
  const line = `for word in ${WORDS.map(quoted).join(" ")}; do printf '%s\\n' "$word"; done`;
  expect(execFileSync("/bin/sh", ["-c", line], { cwd: "/", encoding: "utf8" })).toBe(
    WORDS.map((word) => `${word}\n`).join(""),
  );
});

test("a word with a shell pattern such as * is quoted", () => {
  expect(quoted("rxRingFrames=1..256*2")).toBe("'rxRingFrames=1..256*2'");
  expect(quoted("rxRingFrames=1..256")).toBe("rxRingFrames=1..256");
});
