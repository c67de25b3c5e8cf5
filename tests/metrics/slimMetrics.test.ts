/** The built page has the registry of metrics without the texts that only the command prints (tools/slimBundle.ts). */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DISK } from "../../lib/metrics/registry/disk.ts";
import { slimEntries } from "../../tools/slimBundle.ts";

const code = readFileSync(new URL("../../lib/metrics/registry/disk.ts", import.meta.url), "utf8");

it("the slim registry drops the named properties of every metric and nothing else", () => {
  const slim = slimEntries(code, new Set(["meaning", "text"]));
  expect(slim).not.toMatch(/meaning:|text:/);
  expect(slim.length).toBeLessThan(0.75 * code.length);
  const names = (text: string, name: string) => text.match(new RegExp(`\\b${name}:`, "g"))?.length;
  for (const kept of ["path", "dimension", "read", "panel", "only"])
    expect(names(slim, kept)).toBe(names(code, kept));
  for (const key of Object.keys(DISK)) expect(slim).toContain(`${key}: {`);
  expect(slimEntries(slim, new Set(["meaning"]))).toBe(slim);
});
