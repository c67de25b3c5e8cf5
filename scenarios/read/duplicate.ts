/** A field name that stands twice in an object: engines silently take the last. */
import { OBJECT_FIELD_LIMIT } from "../base/limits.ts";
import type { Path } from "../base/values.ts";

export interface Duplicate {
  readonly path: Path;
  /** Of the opening quotes. */
  readonly firstOffset: number;
  readonly offset: number;
}

/** An object or list around the place that is being read. */
interface Level {
  /** Of the names so far; undefined: a list. */
  readonly offsets: Map<string, number> | undefined;
  /** Of the member being read: its name or index. */
  key: string | number;
}

/** The first one of `text`, which must be JSON. Objects of too many fields, which are refused as a whole, are
 * not searched beyond that. */
export function findDuplicate(text: string): Duplicate | undefined {
  const levels: Level[] = [];
  let awaitsName = false;
  for (let offset = 0; offset < text.length; offset++) {
    const character = text.charAt(offset);
    const level = levels.at(-1);
    if (character === '"') {
      const end = endOfString(text, offset);
      if (awaitsName && level?.offsets !== undefined && level.offsets.size <= OBJECT_FIELD_LIMIT) {
        const name: string = JSON.parse(text.slice(offset, end));
        level.key = name;
        const firstOffset = level.offsets.get(name);
        if (firstOffset !== undefined) return { path: levels.map(({ key }) => key), firstOffset, offset };
        level.offsets.set(name, offset);
      }
      awaitsName = false;
      offset = end - 1;
    } else if (character === "{") {
      levels.push({ offsets: new Map(), key: "" });
      awaitsName = true;
    } else if (character === "[") {
      levels.push({ offsets: undefined, key: 0 });
      awaitsName = false;
    } else if (character === "}" || character === "]") {
      levels.pop();
    } else if (character === "," && level !== undefined) {
      awaitsName = level.offsets !== undefined;
      if (typeof level.key === "number") level.key++;
    }
  }
  return undefined;
}

/** Offset behind the closing quotes. */
function endOfString(text: string, open: number): number {
  let offset = open + 1;
  while (text.charAt(offset) !== '"') offset += text.charAt(offset) === "\\" ? 2 : 1;
  return offset + 1;
}
