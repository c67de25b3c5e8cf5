/** Reads a Value Change Dump by the grammar of IEEE 1364-2005. */

interface VcdVariable {
  readonly bits: number;
  readonly kind: string;
  readonly changes: { readonly at: number; readonly value: string }[];
}

export interface VcdDump {
  readonly timescale: string;
  readonly begin: number;
  readonly end: number;
  /** Variables by scopes and name, joined with points. */
  readonly variables: ReadonlyMap<string, VcdVariable>;
  /** Changes of the whole file in its order. */
  readonly comments: readonly string[];
  readonly version: string;
}

export function readVcd(text: string): VcdDump {
  const [head = "", body] = text.split("$enddefinitions $end\n");
  if (body === undefined) throw new Error("the definitions do not end");
  const variables = new Map<string, VcdVariable>();
  const byId = new Map<string, VcdVariable>();
  const scopes: string[] = [];
  const comments: string[] = [];
  let [timescale, version] = ["", ""];
  for (const [, keyword = "", rest = ""] of head.matchAll(/\$(\w+)\s+((?:(?!\$end).)*?)\s*\$end/gs)) {
    if (keyword === "timescale") timescale = rest;
    if (keyword === "version") version = rest;
    if (keyword === "comment") comments.push(rest);
    if (keyword === "scope") scopes.push(/^module (\S+)$/.exec(rest)?.[1] ?? "?");
    if (keyword === "upscope") scopes.pop();
    if (keyword !== "var") continue;
    const [, kind = "", bits = "", id = "", name = ""] = /^(wire|reg) (\d+) ([!-~]+) (\S+)$/.exec(rest) ?? [];
    if (name === "" || byId.has(id)) throw new Error(`"${rest}" is no variable of its own`);
    const variable: VcdVariable = { kind, bits: Number(bits), changes: [] };
    byId.set(id, variable);
    variables.set([...scopes, name].join("."), variable);
  }
  if (scopes.length > 0) throw new Error("a scope does not end");
  const times: number[] = [];
  for (const line of body.trimEnd().split("\n")) {
    if (line === "$dumpvars" || line === "$end") continue;
    const comment = /^\$comment (.*) \$end$/.exec(line)?.[1];
    if (comment !== undefined) {
      comments.push(comment);
      continue;
    }
    if (line.startsWith("#")) {
      const at = Number(line.slice(1));
      if (at < (times.at(-1) ?? 0)) throw new Error(`time goes back to ${at}`);
      times.push(at);
      continue;
    }
    const [, value = "", id = ""] = /^(?:b([01x]+) |([01x]))([!-~]+)$/.exec(line)?.filter(Boolean) ?? [];
    const variable = byId.get(id);
    if (variable === undefined || value.length > 32 * 4) throw new Error(`"${line}" changes nothing`);
    variable.changes.push({ at: times.at(-1) ?? 0, value });
  }
  return { timescale, begin: times[0] ?? 0, end: times.at(-1) ?? 0, variables, comments, version };
}

/** The value of a number. */
export function valueAt({ variables }: VcdDump, name: string, at: number): number {
  const variable = variables.get(name);
  if (variable === undefined) throw new Error(`no ${name}: ${[...variables.keys()].join(", ")}`);
  const value = variable.changes.findLast((change) => change.at <= at)?.value ?? "x";
  return Number.parseInt(value, 2);
}
