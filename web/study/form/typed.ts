import type { Typed } from "../draft/typedValues.ts";

/** Why a text is not taken; undefined: it is. */
export const faultOf =
  (read: (text: string) => Typed<unknown>) =>
  (text: string): string | undefined => {
    const found = read(text);
    return found.ok ? undefined : found.message;
  };
