import { expect, test } from "vitest";
import type { JudgedExperiment } from "../../lib/papers/gallery.ts";
import { loadPapers } from "../../lib/papers/gallery.ts";
import type { Judgement } from "../../lib/papers/judge.ts";
import { claimsCsv } from "../../lib/papers/table.ts";

const [paper] = await loadPapers();
const experiment = paper?.experiments[0];
if (!paper || !experiment) throw new Error("no paper");

test("the table has one line for each claim in the order of the source, with numbers as judged", () => {
  const judgements = experiment.claims.map(
    (claim): Judgement => ({
      claim,
      simulated: 989.687654321,
      error: -0.00434,
      band: undefined,
      holds: true,
      range: [980, 990],
      sensitivity: [],
      share: 0.5,
      points: { held: 1, of: 2 },
      verdict: "pass",
      stale: [],
    }),
  );
  const judged: JudgedExperiment = { paper, experiment, judgements, curves: [], state: "0123456789abcdef" };
  const lines = claimsCsv([judged], (only) => ({
    ...{ program: "1.2.3", model: "7", command: `irqscope papers --only ${only}` },
  }))
    .trimEnd()
    .split("\n");
  expect(lines).toHaveLength(1 + experiment.claims.length);
  expect(lines[0]).toBe(
    "source,experiment,claim,kind,counts as,of,place,printed,simulated,unit,error %,least,most,points held,points,verdict,text,state hashes,program,model,command",
  );
  expect(lines.find((line) => line.includes("000-rx-one,"))).toBe(
    '000,000-driver-receive,000-rx-one,prediction,fact,,section 5.2,994,989.688,Mb/s,-0.434,980,990,1,2,pass,"Receive, one context",0123456789abcdef,1.2.3,7,irqscope papers --only 000-driver-receive',
  );
  expect(lines[1]).toContain(
    '000-rx-isr-cycles,calibration,input,,"section 5.2, figure 6",2228,989.688,cycles,-0.434,980,990,,,pass,',
  );
});
