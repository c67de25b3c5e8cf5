/** Work that is done side by side and told in order. */

interface InOrder<Item, Result> {
  readonly items: readonly Item[];
  /** All are begun at once. */
  readonly work: (item: Item) => Promise<Result>;
  /** Called for one after the other, each as soon as it and all before it are there. */
  readonly take: (result: Result) => Promise<void>;
  /** Resolves when the rest is not waited for. */
  readonly stop: Promise<unknown>;
}

type Settled<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: unknown };

/** How many were taken. Ended early or by an error, what is there already is taken, too, still in order. */
export async function takeInOrder<Item, Result>({
  items,
  work,
  take,
  stop,
}: InOrder<Item, Result>): Promise<number> {
  const waiting = new Map<number, Result>();
  const all = items.map((item, at) =>
    work(item).then(
      (result): Settled<Result> => {
        waiting.set(at, result);
        return { ok: true, result };
      },
      (error: unknown): Settled<Result> => ({ ok: false, error }),
    ),
  );
  let taken = 0;
  const takeNext = async (at: number, result: Result) => {
    waiting.delete(at);
    await take(result);
    taken++;
  };
  const takeRest = async () => {
    for (const [at, result] of [...waiting].sort(([a], [b]) => a - b)) await takeNext(at, result);
  };
  const stopped = stop.then(() => undefined);
  for (const [at, one] of all.entries()) {
    const settled = await Promise.race([stopped, one]);
    if (settled === undefined || !settled.ok) {
      await takeRest();
      if (settled === undefined) return taken;
      throw settled.error;
    }
    await takeNext(at, settled.result);
  }
  return taken;
}
