/** Throws where another program has the port; `variable` names another one. */
export function expectFree(name: string, port: number, variable: string): Promise<void>;
/** Throws for what is no port. */
export function portOf(name: string, text: string | undefined, usual: number): number;
