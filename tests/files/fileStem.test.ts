/** Names of people in names of files. */
import { expect, test } from "vitest";
import { fileStem } from "../../lib/files/fileStem.ts";

test.each([
  ["4711 Ünal Öztürk", "4711-Ünal-Öztürk"],
  ["U\u0308nal O\u0308ztu\u0308rk", "Ünal-Öztürk"],
  ["IŞIK İpek", "IŞIK-İpek"],
  ["李 伟", "李-伟"],
  ["علي", "علي"],
  ["अनिल कुमार", "अनिल-कुमार"],
  ["O'Neil, Pat", "O-Neil-Pat"],
  [' ../..\\x:*?"<>|\u0000\u202e.json ', "x-json"],
  ["★", ""],
])("of %s is %s", (text, stem) => {
  expect(fileStem(text)).toBe(stem);
});

test.each(["a", "é", "李", "𝒜", "e\u0301\u0323"])(
  "has at most 120 bytes and whole letters of %s",
  (letter) => {
    const stem = fileStem(letter.repeat(300));
    expect(new TextEncoder().encode(stem).length).toBeLessThanOrEqual(120);
    expect(stem.length).toBeGreaterThan(20);
    expect(letter.normalize("NFC").repeat(300).startsWith(stem)).toBe(true);
    expect(stem.endsWith(letter.normalize("NFC"))).toBe(true);
  },
);
