/** Of ranges by address, none over another, the one that `address` lies in. */
export function rangeAt<T extends { readonly address: number; readonly end: number }>(
  ranges: readonly T[],
  address: number,
): T | undefined {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.address ?? 0) <= address) low = middle + 1;
    else high = middle;
  }
  const found = ranges[low - 1];
  return found !== undefined && address < found.end ? found : undefined;
}
