import type { Plugin } from "vite";
export function offlineCopy(): Plugin;
export function writeWorker(folder: string, source?: string): void;
