export function foundText(version: string | undefined): string;
export function checkedText(version: string | undefined): string;
export function uncountedText(sources: readonly string[]): string;
