/** docs/deploy.md against the build (npm run build comes first): a server configured by that page serves every file. */
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { expect, it } from "vitest";
import { CONTENT_SECURITY_POLICY } from "../../tools/contentSecurityPolicy.mjs";
import { ROOT } from "./repository.ts";

const TEXT = readFileSync(join(ROOT, "docs", "deploy.md"), "utf8");

it("nginx.conf has a MIME type for each file extension of the build", () => {
  const [, list = ""] = /\n {4}types \{[^\n]*\n(.*?)\n {4}\}/s.exec(TEXT) ?? [];
  const known = new Set(
    list.split("\n").flatMap((line) => line.replace(";", "").trim().split(/\s+/).slice(1)),
  );
  expect(known.size).toBeGreaterThan(8);
  const built = readdirSync(join(ROOT, "dist"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => extname(name).slice(1));
  expect([...new Set(built)].filter((ending) => !known.has(ending))).toEqual([]);
});

it("the content security policy forbids form targets, and docs/deploy.md quotes the same policy", () => {
  expect(TEXT).toContain(CONTENT_SECURITY_POLICY);
  for (const rule of ["form-action 'none'", "base-uri 'none'", "object-src 'none'"])
    expect(CONTENT_SECURITY_POLICY.split("; ")).toContain(rule);
  expect(TEXT).toContain("frame-ancestors 'none'");
});
