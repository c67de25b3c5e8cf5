import type { Rolldown } from "vite";

export function sourceMachines(): Rolldown.CodeSplittingGroup;
