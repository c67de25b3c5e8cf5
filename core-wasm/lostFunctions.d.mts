export function lostFunctions(profile: string, sources: ReadonlyMap<string, string>): string[];
