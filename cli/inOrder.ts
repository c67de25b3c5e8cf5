/** Work that runs in parallel and is reported in order. */

interface InOrder<Item, Result> {
  readonly items: readonly Item[];
  /** Called for all items at once. */
  readonly work: (item: Item) => Promise<Result>;
  /** Called for one result after the other, as soon as it and all earlier results are available. */
  readonly take: (result: Result) => Promise<void>;
  /** Resolves when the remaining results are no longer wanted. */
  readonly stop: Promise<unknown>;
}

type Settled<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: unknown };

/** Returns the number of results taken. After a stop or an error, it still takes all available results in order. */
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
