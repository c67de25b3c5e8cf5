/** The open sections of Compare's numbers. */
import { describe, expect, it } from "vitest";
import { foldElementId, isOpenFold, keepFold } from "../../../web/compare/folds.ts";
import { memoryStorage } from "../state/support.ts";

const KEY = "irqscope.compare.open";

describe("the folded sections of Compare", () => {
  it("are closed until opened, and stay as the user left them", () => {
    const storage = memoryStorage();
    expect(isOpenFold(storage, "seeds")).toBe(false);
    keepFold(storage, "seeds", true);
    keepFold(storage, "Received", true);
    keepFold(storage, "seeds", true);
    expect([isOpenFold(storage, "seeds"), isOpenFold(storage, "Received")]).toEqual([true, true]);
    expect(isOpenFold(storage, "Sent")).toBe(false);
    keepFold(storage, "seeds", false);
    expect([isOpenFold(storage, "seeds"), isOpenFold(storage, "Received")]).toEqual([false, true]);
  });

  it.each(["", "no JSON", "7", '{"seeds":true}', `[${'"seeds",'.repeat(1000)}"seeds"]`])(
    "are closed if the stored value is no list of them: %.20s",
    (stored) => {
      const storage = memoryStorage();
      storage.write(KEY, stored);
      expect(isOpenFold(storage, "seeds")).toBe(false);
      keepFold(storage, "seeds", true);
      expect(isOpenFold(storage, "seeds")).toBe(true);
    },
  );

  it("have names that are valid element ids", () => {
    expect(foldElementId("Packet latency, receive")).toBe("fold-packet-latency-receive");
  });
});
