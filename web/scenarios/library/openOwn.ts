/** Opens an own scenario at the place where the user left it. */
import { editOf, type Opened } from "../open/open.ts";
import type { OwnEntry } from "./record.ts";

export async function openOwn({ record, scenario }: OwnEntry): Promise<Opened> {
  const { id, kind, place, baseId } = record;
  const origin = kind === "saved" ? ({ kind: "own", id } as const) : await editOf(baseId);
  return {
    ok: true,
    scenario,
    // A scenario of unknown origin counts as one from a link.
    origin: origin.kind === "edit" && origin.of === undefined ? { kind: "link" } : origin,
    ...(place === undefined ? {} : { position: place }),
  };
}
