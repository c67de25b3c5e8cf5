/** Names of contexts: `C2`, or `core 1 · C2` on a machine with several cores. */
import { t } from "../text/t.ts";
export interface CoreShape {
  readonly cores: number;
  /** Contexts of each core. */
  readonly contexts: number;
}

export function coreOf(context: number, { contexts }: CoreShape): number {
  return Math.floor(context / contexts);
}

export function coreName(core: number): string {
  return t("core {core}", { core: core + 1 });
}

/** Used if the core is clear from the surrounding text. */
export function contextNameInCore(context: number, { contexts }: CoreShape): string {
  return `C${(context % contexts) + 1}`;
}

export function contextName(context: number, shape: CoreShape): string {
  const local = contextNameInCore(context, shape);
  if (shape.cores === 1) return local;
  return `${coreName(coreOf(context, shape))} \u00b7 ${local}`;
}
