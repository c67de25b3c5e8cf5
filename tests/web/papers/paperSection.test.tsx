// @vitest-environment happy-dom
/** A source on the page of the papers: its score, its picture, the causes of its misses, and its address. */
import { readFileSync } from "node:fs";
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { loadPapers } from "../../../lib/papers/gallery.ts";
import { storedResults } from "../../../lib/papers/stored.ts";
import { CLOSED_FORMS } from "../../../lib/study/closedForms.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import FormsPage from "../../../web/papers/FormsPage.tsx";
import { PaperSection } from "../../../web/papers/PaperSection.tsx";
import { SourceList } from "../../../web/papers/SourceList.tsx";
import { usePaperAddress } from "../../../web/papers/usePaperAddress.ts";
import { show } from "../support/page.tsx";

const papers = await loadPapers();
const csv = readFileSync("docs/papers/results.csv", "utf8");
const judged = new Map(
  [...storedResults(csv, papers).values()].flatMap(({ judgements }) =>
    judgements.map((one) => [one.claim.id, one] as const),
  ),
);
const judgementOf = (id: string) => judged.get(id);

function Sources({ onOpen = () => {} }: { readonly onOpen?: (run: string) => void }) {
  usePaperAddress(true);
  return (
    <>
      <SourceList papers={papers} judgementOf={judgementOf} />
      {papers.map((paper) => (
        <PaperSection
          key={paper.id}
          paper={paper}
          states={[]}
          judgementOf={judgementOf}
          running={false}
          onRun={() => {}}
          onOpen={(_, run) => onOpen(run)}
        >
          {null}
        </PaperSection>
      ))}
    </>
  );
}

let remove = async () => {};
afterEach(() => remove());

const texts = (selector: string) =>
  [...document.querySelectorAll(selector)].map((one) => one.textContent ?? "");

test("each source has a link with its address and score", async () => {
  remove = await show(<Sources />);
  const links = [...document.querySelectorAll("nav a")];
  const addresses = [...papers.map(({ id }) => `#papers=${id}`), "#papers=forms"];
  expect(links.map((link) => link.getAttribute("href"))).toEqual(addresses);
  expect(links[0]?.textContent).toContain("5 of 5 numbers, 12 of 12 statements");
});

test("closed forms have a dot for each point of their study, which opens its machine", async () => {
  const opened: Scenario[] = [];
  remove = await show(<FormsPage onOpen={(scenario) => opened.push(scenario)} />);
  await vi.waitFor(() => expect(document.querySelectorAll("svg")).toHaveLength(CLOSED_FORMS.length), {
    timeout: 30_000,
  });
  const counts = [...document.querySelectorAll("svg")].map(
    (chart) => chart.querySelectorAll('[role="button"]').length,
  );
  expect(counts).toEqual([9, 6, 13, 10, 8]);
  const livelock = [...document.querySelectorAll('svg [role="button"]')].find((dot) =>
    dot.getAttribute("aria-label")?.startsWith("25"),
  );
  expect(livelock?.getAttribute("aria-label")).toMatch(/30.* by the machine, 30 by the formula/);
  await act(async () => livelock?.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  expect(opened.map(({ traffic: [flow] }) => flow?.kind === "poisson" && flow.rate.framesPerSecond)).toEqual([
    25_000,
  ]);
  expect(
    texts("section p").filter((text) => /^Largest deviation .* −?\+?[0-3]\.\d+.%/.test(text)),
  ).toHaveLength(5);
});

test("the address of a source leads to its heading", async () => {
  remove = await show(<Sources />);
  await act(async () => {
    window.location.hash = "#papers=002";
    window.dispatchEvent(new Event("hashchange"));
  });
  expect(document.activeElement?.id).toBe("paper-002");
});

test("a mark says what is printed and simulated, and opens the machine of its number", async () => {
  const opened: string[] = [];
  remove = await show(<Sources onOpen={(run) => opened.push(run)} />);
  const marks = [...document.querySelectorAll('svg [role="button"]')];
  const first = marks.find((mark) => mark.getAttribute("aria-label")?.includes("Receive, three contexts"));
  expect(first?.getAttribute("aria-label")).toMatch(/printed 1.078, simulated 1.072 \(−0\.6.%\)/);
  await act(async () => first?.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  await act(async () => first?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })));
  expect(opened).toEqual(["three", "three"]);
});

test("a miss names its experiment, and a source without numbers lists its statements", async () => {
  remove = await show(<Sources />);
  expect(texts(".paper__missed b").filter((text) => text.includes("peak is near half"))).toEqual([
    "✕ NAT box: the second-level cache pinned: The bandwidth peak is near half.",
  ]);
  const statements = texts('[aria-labelledby="paper-004"] .paper__words > li');
  expect(statements).toHaveLength(8);
  expect(statements.filter((text) => text.startsWith("✕"))).toHaveLength(2);
});
