import { formatFixed } from "../../ui/format.ts";

/** As many decimals as one cycle needs, so that every step shows. */
export function millisecondsText(cycle: number, clockHertz: number): string {
  const decimals = Math.min(6, Math.max(0, Math.ceil(Math.log10(clockHertz / 1000))));
  return formatFixed((cycle * 1000) / clockHertz, decimals);
}
