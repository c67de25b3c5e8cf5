/** Chooses the listing of a linked file, and the data beside its lines. */
import { codeFrom, type Listing } from "../../lib/programs/listings.ts";
import { codeCondition } from "./breakpoints.ts";
import type { ProgramViewState, ViewTarget } from "./programView.ts";

/** If the scenario does not contain the file, the instructions are shown. */
export function shownListing(
  listings: readonly Listing[],
  { file, asInstructions }: Pick<ProgramViewState, "file" | "asInstructions">,
): Listing | undefined {
  const instructions = listings.find((one) => one.file === undefined);
  if (asInstructions) return instructions;
  return file === undefined ? listings[0] : (listings.find((one) => one.file === file) ?? instructions);
}

/** Condition of a breakpoint at the first line, from this one on, that has an instruction. */
export function conditionFrom(
  routine: string,
  listing: Listing,
  line: number,
  thread?: string,
): string | undefined {
  const code = codeFrom(listing, line);
  return code && codeCondition(routine, listing, code, thread);
}

export function targetLine({ address, line }: ViewTarget, listing: Listing): number {
  return (address === undefined ? undefined : listing.lineAt(address)) ?? line;
}
