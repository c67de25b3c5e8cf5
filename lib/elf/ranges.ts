/** Finds the range that contains `address`. Ranges are sorted by address and do not overlap. */
export function rangeAt<T extends { readonly address: number; readonly end: number }>(
  ranges: readonly T[],
  address: number,
): T | undefined {
  const found = lastUpTo(ranges, address);
  return found !== undefined && address < found.end ? found : undefined;
}

/** Finds the segment that contains the range. Segments are sorted by address and do not overlap. */
export function segmentOf<T extends { readonly address: number; readonly memoryBytes: number }>(
  segments: readonly T[],
  address: number,
  end: number,
): T | undefined {
  const found = lastUpTo(segments, address);
  return found !== undefined && end <= found.address + found.memoryBytes ? found : undefined;
}

function lastUpTo<T extends { readonly address: number }>(
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
  return ranges[low - 1];
}
