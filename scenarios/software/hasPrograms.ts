import type { Software } from "./software.ts";

export function hasPrograms({ software }: { readonly software: Software }): boolean {
  return software.routines.some(({ kind }) => kind === "program");
}
