import type { Plugin, Rolldown } from "vite";

export function compileHints(): Plugin;
export function firstPage(): Rolldown.CodeSplittingGroup;
export function engineApart(): Rolldown.CodeSplittingGroup;
