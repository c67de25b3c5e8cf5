/** An own scenario, opened where it was left. */
import { editOf, type Opened } from "../open/open.ts";
import type { OwnEntry } from "./record.ts";

export async function openOwn({ record, scenario }: OwnEntry): Promise<Opened> {
  const { id, kind, place, baseId } = record;
  const origin = kind === "saved" ? ({ kind: "own", id } as const) : await editOf(baseId);
  return {
    ok: true,
    scenario,
    // Whose beginnings are unknown is as a link brings it.
    origin: origin.kind === "edit" && origin.of === undefined ? { kind: "link" } : origin,
    ...(place === undefined ? {} : { position: place }),
  };
}
