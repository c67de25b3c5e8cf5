/** Which of a linked file's listings is shown, and what stands beside its lines. */
import { codeFrom, type Listing } from "../../lib/programs/listings.ts";
import { codeCondition } from "./breakpoints.ts";
import type { ProgramViewState, ViewTarget } from "./programView.ts";

/** Where the scenario has not got the file, the instructions tell. */
export function shownListing(
  listings: readonly Listing[],
  { file, asInstructions }: Pick<ProgramViewState, "file" | "asInstructions">,
): Listing | undefined {
  const instructions = listings.find((one) => one.file === undefined);
  if (asInstructions) return instructions;
  return file === undefined ? listings[0] : (listings.find((one) => one.file === file) ?? instructions);
}

/** Of a breakpoint at the first line with an instruction from this one on. */
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
