/** Reads the separate text file of a lab. Each part follows a heading of level 2 that names its place: `## intro`, `##
 * STEP`, `## STEP: after`, `## STEP: hint 1`. */
import { isObject } from "../../scenarios/base/values.ts";
import type { Lab } from "./lab.ts";

export type Sections = ReadonlyMap<string, string>;

export function sectionsOf(markdown: string): Sections {
  const sections = new Map<string, string>();
  let name: string | undefined;
  let lines: string[] = [];
  const close = () => {
    if (name !== undefined) sections.set(name, lines.join("\n").trim());
  };
  for (const line of markdown.replaceAll("\r\n", "\n").split("\n")) {
    const heading = /^## +(\S.*)$/.exec(line)?.[1]?.trim();
    if (heading === undefined) {
      lines.push(line);
      continue;
    }
    close();
    name = heading;
    lines = [];
  }
  close();
  return sections;
}

/** The lab with its text. `unused` has the headings of parts without a place. */
export function withText(
  lab: unknown,
  markdown: string,
): { readonly lab: unknown; readonly unused: readonly string[] } {
  if (!isObject(lab) || !Array.isArray(lab.steps)) return { lab, unused: [] };
  const sections = sectionsOf(markdown);
  const used = new Set<string>();
  const take = (name: string) => {
    const text = sections.get(name);
    if (text !== undefined) used.add(name);
    return text;
  };
  const put = (key: string, text: string | undefined) => (text === undefined ? {} : { [key]: text });
  const steps = lab.steps.map((step: unknown) => {
    if (!isObject(step) || typeof step.id !== "string") return step;
    const { id } = step;
    const hints = Array.isArray(step.hints)
      ? step.hints.map((hint: unknown, index) =>
          isObject(hint) ? { ...hint, ...put("text", take(`${id}: hint ${index + 1}`)) } : hint,
        )
      : step.hints;
    return {
      ...step,
      ...put("text", take(id)),
      ...put("after", take(`${id}: after`)),
      ...(hints === undefined ? {} : { hints }),
    };
  });
  const joined = { ...lab, ...put("intro", take("intro")), steps };
  return { lab: joined, unused: [...sections.keys()].filter((name) => !used.has(name)) };
}

/** The opposite direction: splits a lab into its file and its text file. */
export function withoutText(lab: Lab): { readonly lab: unknown; readonly text: string } {
  const parts: string[] = [];
  const cut = (name: string, text: string) => {
    if (text.trim() !== "") parts.push(`## ${name}\n\n${text.trim()}\n`);
  };
  cut("intro", lab.intro);
  for (const step of lab.steps) {
    cut(step.id, step.text);
    for (const [index, hint] of step.hints.entries()) cut(`${step.id}: hint ${index + 1}`, hint.text);
    cut(`${step.id}: after`, step.after);
  }
  const { intro: _intro, steps, ...rest } = lab;
  const bare = steps.map(({ text: _text, after: _after, hints, ...step }) => ({
    ...step,
    hints: hints.map(({ cost }) => ({ cost })),
  }));
  return { lab: { ...rest, steps: bare }, text: parts.join("\n") };
}
