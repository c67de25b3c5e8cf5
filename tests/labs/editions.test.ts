/** A lab that asks or measures otherwise than in the last release has another number, so that a file tells which it was
 * made with. A release writes the fixture anew. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { editionNumber, labDigest } from "../../lib/labs/digest.ts";
import { openLab } from "./support.ts";

interface Released {
  readonly labs: Readonly<Record<string, { readonly edition: number; readonly digest: string }>>;
}

const { labs }: Released = JSON.parse(
  readFileSync(new URL("../fixtures/labEditions.json", import.meta.url), "utf8"),
);

test.each(Object.entries(labs))("%s has the next edition if it has changed since", async (id, released) => {
  const lab = await openLab(id);
  const isSame = labDigest({ ...lab, edition: released.edition }) === released.digest;
  expect(lab.edition, `"edition" in scenarios/labs/${id}/lab.json`).toBe(released.edition + (isSame ? 0 : 1));
  expect(editionNumber(labDigest(lab))).toBe(lab.edition);
});
