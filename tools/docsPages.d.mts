import type { Plugin } from "vite";

export function docsPages(): Plugin;
export function docsBody(markdown: string): string;
export function headingId(heading: string): string;
