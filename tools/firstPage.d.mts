import type { Rolldown } from "vite";

export function firstPage(): Rolldown.CodeSplittingGroup;
