/** Elements without a key are in no group. */
export function groupsBy<T>(
  list: readonly T[],
  keyOf: (one: T) => string | undefined,
): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}
