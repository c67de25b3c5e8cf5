import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { steppedModule } from "../../tools/slimBundle.ts";

test("the times of a capture written as steps give the same scenario in less space", async () => {
  const text = readFileSync(new URL("../../scenarios/demos/capture.json", import.meta.url), "utf8");
  const code = steppedModule(text);
  const { default: scenario } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  );
  expect(scenario).toEqual(JSON.parse(text));
  const compressed = (one: string) => gzipSync(one).length;
  expect(compressed(code)).toBeLessThan(0.8 * compressed(JSON.stringify(scenario)));
});
