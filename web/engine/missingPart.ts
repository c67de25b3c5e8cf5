/** Part of the engine that is loaded late and could not be: the message says which. */
export class MissingPartError extends Error {}

export const NO_TOOLS = "the assembler for its program could not be loaded: is the server still there?";
const NO_STUDIES = "a part of the engine could not be loaded: is the server still there?";

/** The part itself. Throws a MissingPartError where it is not there. */
export function installed<T>(studies: T | undefined): T {
  if (studies === undefined) throw new MissingPartError(NO_STUDIES);
  return studies;
}
