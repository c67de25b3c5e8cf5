/** What stands at the end of a line in which contexts are: why they do not go on, and what the line costs. */
export interface LineNote {
  readonly text: string;
  /** Where there is little room. */
  readonly brief: string;
  /** The whole of it. */
  readonly title: string;
}

const BETWEEN = " \u00b7 ";

interface Noted {
  /** Of a context, as "C1". */
  readonly label: string;
  readonly note: Pick<LineNote, "text" | "title"> | undefined;
}

/** `cpi`: cycles per instruction of the line, where they were counted. Undefined: there is nothing to say. */
export function noteOf(marks: readonly Noted[], cpi: string | undefined): LineNote | undefined {
  const waiting = marks.flatMap(({ label, note }) => (note === undefined ? [] : [{ label, note }]));
  const cost = cpi === undefined ? [] : [`CPI ${cpi}`];
  const isOne = marks.length === 1;
  const waits = waiting.map(({ label, note }) => (isOne ? note.text : `${label} ${note.text}`));
  if (waits.length + cost.length === 0) return undefined;
  const titles = [...waiting.map(({ label, note }) => `${label} ${note.title}`), ...cost];
  return {
    text: [...waits, ...cost].join(BETWEEN),
    brief: (waits.length > 0 ? waits : cost).join(BETWEEN),
    title: titles.join("\n"),
  };
}
