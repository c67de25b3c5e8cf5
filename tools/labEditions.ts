/** The edition and the digest of each lab: tools/labEditions.mjs. */
import { labDigest } from "../lib/labs/digest.ts";
import { loadLab } from "../lib/labs/gallery.ts";
import { BUILTIN_LABS } from "../scenarios/labs/index.ts";

export const labs: Record<string, { edition: number; digest: string }> = {};
for (const { id } of BUILTIN_LABS) {
  const loaded = await loadLab(id);
  if (!loaded?.ok) throw new Error(`lab ${id}`);
  labs[id] = { edition: loaded.lab.edition, digest: labDigest(loaded.lab) };
}
