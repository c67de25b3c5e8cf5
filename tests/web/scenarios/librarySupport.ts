/** The library's records without a database. */
import type { LibraryFault, RecordStore } from "../../../web/scenarios/library/database.ts";

export function memoryRecords(): RecordStore & {
  readonly values: Map<string, unknown>;
  fault: LibraryFault | undefined;
} {
  const values = new Map<string, unknown>();
  const store = {
    values,
    fault: undefined as LibraryFault | undefined,
    all: async () => Array.from(values, ([id, value]) => ({ id, value })),
    get: async (id: string) => values.get(id),
    put: async (id: string, value: unknown) => {
      if (store.fault !== undefined) throw store.fault;
      values.set(id, structuredClone(value));
    },
    remove: async (id: string) => void values.delete(id),
  };
  return store;
}
