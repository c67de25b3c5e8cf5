import { expect, test } from "vitest";
import { startReason } from "../../../web/app/startFault.ts";

test.each([
  [
    new TypeError("Failed to fetch dynamically imported module: https://a.example/x/assets/first-AB_c1.js"),
    "first-AB_c1.js",
  ],
  [new TypeError("error loading dynamically imported module: https://a.example/x/react-1.js"), "react-1.js"],
  [new TypeError("Importing a module script failed."), "Reload the page"],
  [
    new TypeError("Failed to construct 'Worker': This document requires 'TrustedScriptURL' assignment."),
    "Trusted Types",
  ],
  [new Error("something else"), "something else"],
])("the message about a failed start names the cause: %s", (error, words) => {
  const { en, de } = startReason(error, "https://a.example");
  expect(en).toContain(words);
  expect(de).not.toBe("");
});

test("a page without an origin is reported as sandboxed, whatever fails first", () => {
  expect(startReason(new Error("Failed to construct 'Worker'"), "null").en).toContain("allow-same-origin");
});
