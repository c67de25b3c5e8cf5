/** Writes the tables of device kinds from the core's list of kinds: `npx vitest run tests/devices/tables.test.ts -u`
 * (`-u` comes after the file). */
import { expect, it } from "vitest";
import { DEVICE_TABLES, ROOT, WRITE_TABLES } from "../support/deviceTables.ts";

it.each(DEVICE_TABLES)("%s is generated from all device kinds", async (path, write) => {
  await expect(write(), `out of date: ${WRITE_TABLES}`).toMatchFileSnapshot(new URL(path, ROOT).pathname);
});
