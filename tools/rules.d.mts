export const GONE: readonly number[];
export function ruleLines(text: string): readonly number[];
export function ruleNumbers(text: string): readonly (number | undefined)[];
export function numberRules(text: string): { readonly text: string; readonly added: readonly string[] };
