import type { Plugin } from "vite";
export function offlineCopy(): Plugin;
