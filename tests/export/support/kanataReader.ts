/** Reads a log in the format Kanata 0004 by its grammar: each line, and the allowed order of lines. */

export interface KanataStay {
  readonly lane: number;
  readonly stage: string;
  readonly from: number;
  readonly to: number;
}

export interface KanataInstruction {
  readonly thread: number;
  readonly label: string;
  readonly detail: string;
  readonly begin: number;
  readonly stays: KanataStay[];
  end: { readonly cycle: number; readonly retirement: number; readonly isFlushed: boolean } | undefined;
}

interface Reading extends KanataInstruction {
  label: string;
  detail: string;
  readonly open: Map<string, number>;
}

const LINE: Readonly<Record<string, RegExp>> = {
  C: /^C\t(\d+)$/,
  I: /^I\t(\d+)\t(\d+)\t(\d+)$/,
  L: /^L\t(\d+)\t([01])\t([^\t]+)$/,
  S: /^S\t(\d+)\t(\d+)\t([^\s]+)$/,
  E: /^E\t(\d+)\t(\d+)\t([^\s]+)$/,
  R: /^R\t(\d+)\t(\d+)\t([01])$/,
};

export function readKanata(text: string): ReadonlyMap<number, KanataInstruction> {
  const [head, start, ...lines] = text.replace(/\n$/, "").split("\n");
  if (head !== "Kanata\t0004") throw new Error(`the head is "${head}"`);
  const first = /^C=\t(\d+)$/.exec(start ?? "")?.[1];
  if (first === undefined) throw new Error(`the second line is "${start}"`);
  const instructions = new Map<number, Reading>();
  let cycle = Number(first);
  let retired = 0;
  const known = (id: number, line: string): Reading => {
    const one = instructions.get(id);
    if (one === undefined || one.end !== undefined)
      throw new Error(`"${line}": ${one === undefined ? "is not there" : "is gone"}`);
    return one;
  };
  for (const line of lines) {
    const fields = LINE[line[0] ?? ""]?.exec(line);
    if (fields === null || fields === undefined) throw new Error(`"${line}" is no line of the format`);
    const [, a = "", b = "", c = ""] = fields;
    const id = Number(a);
    switch (line[0]) {
      case "C":
        if (id === 0) throw new Error("no cycle goes by");
        cycle += id;
        break;
      case "I":
        if (id !== instructions.size) throw new Error(`"${line}": ${instructions.size} is the next number`);
        instructions.set(id, {
          ...{ thread: Number(c), label: "", detail: "", begin: cycle, stays: [] },
          ...{ end: undefined, open: new Map() },
        });
        break;
      case "L":
        known(id, line)[b === "0" ? "label" : "detail"] += c;
        break;
      case "S": {
        const { open } = known(id, line);
        if ([...open.keys()].some((key) => key.startsWith(`${b}:`)))
          throw new Error(`"${line}": the lane is taken`);
        open.set(`${b}:${c}`, cycle);
        break;
      }
      case "E": {
        const { open, stays } = known(id, line);
        const from = open.get(`${b}:${c}`);
        if (from === undefined) throw new Error(`"${line}": it is not in this stage`);
        open.delete(`${b}:${c}`);
        stays.push({ lane: Number(b), stage: c, from, to: cycle });
        break;
      }
      case "R": {
        const one = known(id, line);
        if (one.open.size > 0) throw new Error(`"${line}": it is still in a stage`);
        if (Number(b) !== retired) throw new Error(`"${line}": ${retired} is the next to retire`);
        retired += 1;
        one.end = { cycle, retirement: Number(b), isFlushed: c === "1" };
        break;
      }
    }
  }
  return instructions;
}
