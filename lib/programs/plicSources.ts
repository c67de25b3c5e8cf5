/** Numbers of the sources of a PLIC (line + 1) whose bits are set, in their order. */
export function sourcesOf(bits: bigint): readonly number[] {
  const digits = [...bits.toString(2)].reverse();
  return digits.flatMap((digit, source) => (digit === "1" ? [source] : []));
}
