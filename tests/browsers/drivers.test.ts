/** A browser that cannot be started is reported with its name and port. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { expectFree, portOf } from "./drivers.mjs";

test("a port in use is reported with the setting that names another port", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  await expect(expectFree("Firefox", port, "IRQSCOPE_FIREFOX_PORT")).rejects.toThrow(
    `Firefox: another program has port ${port}; IRQSCOPE_FIREFOX_PORT names another one`,
  );
  other.close();
  await once(other, "close");
  await expectFree("Firefox", port, "IRQSCOPE_FIREFOX_PORT");
});

test("a driver's port must be a port number", () => {
  expect(portOf("P", undefined, 4391)).toBe(4391);
  expect(portOf("P", "5000", 4391)).toBe(5000);
  for (const text of ["x", "70000", "-1", "1.5"])
    expect(() => portOf("P", text, 1)).toThrow(`P: "${text}" is no port`);
});
