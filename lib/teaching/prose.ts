/** Markdown of the material as HTML: with measured numbers, board pictures and links that open the simulator. */
import { Marked } from "marked";
import { encodeLink } from "../../scenarios/link/link.ts";
import { escaped, type Html } from "../export/report/html.ts";
import type { LabBench } from "../labs/bench.ts";
import type { LabStep } from "../labs/lab.ts";
import { filledText, templatesOf } from "../labs/templates.ts";
import { isBoard } from "./boards.ts";

/** With numbers in place of `{{ }}`. Throws where one cannot be measured. */
export async function filledWith(
  bench: LabBench,
  step: LabStep,
  text: string,
  number: (value: number, unit?: string) => string,
): Promise<string> {
  const templates = templatesOf(text, bench.vocabularyOf(step));
  const [wrong] = templates.flatMap(({ quantity }) => (typeof quantity === "string" ? [quantity] : []));
  if (wrong !== undefined) throw new Error(wrong);
  const needs = templates.flatMap(({ quantity }) => (typeof quantity === "string" ? [] : quantity.needs));
  return filledText(text, templates, await bench.measured(step, new Set(needs)), number);
}

/** Fenced pictures of a text: their first line and what stands below it. */
export function boardsIn(text: string): readonly (readonly [info: string, text: string])[] {
  return Array.from(
    text.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm),
    ([, info = "", body = ""]) => [info, body] as const,
  ).filter(([info]) => isBoard(info));
}

const AT = /^at:([a-z0-9-]+)@(\d+)(?:\/(\d+)\.\.(\d+))?$/;

interface Links {
  readonly bench: LabBench;
  /** The address of the page, with the language. */
  readonly base: string;
  readonly modelVersion: string;
}

/** `at:MACHINE@CYCLE/FROM..TO` opens a machine of the lab. The link carries the machine, so the page shows it as it is and
 * not as a change of another one. */
function addressOf(href: string, { bench, base, modelVersion }: Links): string {
  const [, machine = "", cycle, from, to] = AT.exec(href) ?? [];
  if (cycle === undefined) return href;
  const scenario = bench.scenarioOf(machine);
  if (Number(cycle) > scenario.runCycles) throw new Error(`${href} is beyond the run`);
  const zoom = from === undefined ? {} : { zoom: { from: Number(from), to: Number(to) } };
  const position = { cycle: Number(cycle), ...zoom };
  const hash = encodeLink(scenario, position, undefined, modelVersion);
  if (hash === undefined) throw new Error(`${href}: no link can hold this machine`);
  return `${base}${hash}`;
}

/** Markdown as HTML. The pictures of the text are replaced by those of `drawn`, in their order. */
export type Prose = (text: string, drawn?: readonly Html[]) => Html;

export function proseWith(links: Links): Prose {
  return (text, drawn = []) => {
    let next = 0;
    const marked = new Marked({
      renderer: {
        link({ href, tokens }) {
          return `<a href="${escaped(addressOf(href, links))}">${this.parser.parseInline(tokens)}</a>`;
        },
        code({ text: code, lang = "" }) {
          const picture = isBoard(lang) ? drawn[next++] : undefined;
          return picture === undefined ? `<pre>${escaped(code)}</pre>` : `<figure>${picture.html}</figure>`;
        },
      },
    });
    return { html: String(marked.parse(text)).trim() };
  };
}

/** A text of one paragraph. */
export const inLine = (prose: Prose, text: string): Html => ({
  html: prose(text).html.replace(/^<p>|<\/p>$/g, ""),
});
