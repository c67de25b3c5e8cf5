/** The compiler's error for a text without German is a reason, not a list of 1,600 texts. `tsc` runs these checks. */
import { describe, expect, expectTypeOf, it } from "vitest";
import { labels, type NoGerman, type Translated, t, tCount } from "../../../web/text/t.ts";

describe("the type of a text", () => {
  it("is the text itself if it has German, else the reason", () => {
    expectTypeOf<Translated<"Devices">>().toEqualTypeOf<"Devices">();
    expectTypeOf<Translated<"no such text">>().toEqualTypeOf<NoGerman>();
  });

  it("rejects a text without German, and placeholders without a value", () => {
    // @ts-expect-error: no German
    expect(t("no such text")).toBe("no such text");
    // @ts-expect-error: no German
    expect(tCount(2, "{count} such", "{count} suches")).toBe("2 suches");
    // @ts-expect-error: no German
    expect(labels({ a: "no such text" }).a).toBe("no such text");
    // @ts-expect-error: {cycle} is missing
    expect(t("(at cycle {cycle})")).toBe("(at cycle {cycle})");
  });
});
