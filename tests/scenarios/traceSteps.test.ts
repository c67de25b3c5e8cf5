import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { steppedModule } from "../../tools/traceSteps.ts";

test.each([
  ["a capture, its times as steps", "demos/capture.json", 0.8],
  ["a trace several times, its pauses as what differs", "papers/000-trace-receive-anywhere.json", 0.65],
])("%s: the same scenario in less space", async (_, path, share) => {
  const text = readFileSync(new URL(`../../scenarios/${path}`, import.meta.url), "utf8");
  const code = steppedModule(text);
  const { default: scenario } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  );
  expect(scenario).toEqual(JSON.parse(text));
  const compressed = (one: string) => gzipSync(one).length;
  expect(compressed(code)).toBeLessThan(share * compressed(JSON.stringify(scenario)));
});
