/** Addresses of labs, also in the forms that learning platforms make. */
import { describe, expect, test } from "vitest";
import { SEED_LIMIT } from "../../lib/labs/machines.ts";
import { seedOfStudent } from "../../lib/labs/seedOfStudent.ts";
import { labHash, readLabAddress } from "../../web/labs/address.ts";
import { firstLanguage } from "../../web/text/language.ts";

const seedIn = (hash: string, search = "") => {
  const address = readLabAddress(hash, search);
  return "seed" in address ? [address.page, "lab" in address ? address.lab : "", address.seed] : address.page;
};

describe("the variant of a student", () => {
  test.each([
    ["#lab=rings&seed=123", ""],
    ["#lab=rings?seed=123", ""],
    ["#lab=rings", "?seed=123"],
    ["#lab=rings", "?lang=en&seed=123"],
    ["#lab=rings?lang=de&seed=123", "?embed=1"],
    ["#lab=rings&seed=123", "?seed=77"],
    ["#lab=rings&seed=%20123", ""],
  ])("is read from %s after %s", (hash, search) => {
    expect(seedIn(hash, search)).toEqual(["lab", "rings", 123]);
  });

  test("is read for a report and for a lab in a link", () => {
    expect(seedIn("#lab-report=rings?seed=5")).toEqual(["report", "rings", 5]);
    expect(seedIn("#lab-link=1.AAAA?seed=5")).toEqual(["link", "", 5]);
  });

  test.each(["", "?seed=", "?seed=0"])("is 0, the lab as written, for %j", (search) => {
    expect(seedIn("#lab=rings", search)).toEqual(["lab", "rings", 0]);
  });

  test("exists for any identifier, of any length and characters", () => {
    for (const identifier of ["s1234", "99999999999", "2147483648", "ada@example.edu", "Müller"]) {
      const seed = seedOfStudent(identifier);
      expect(Number.isInteger(seed) && seed >= 1 && seed <= SEED_LIMIT, identifier).toBe(true);
      expect(seedIn(`#lab=rings&seed=${encodeURIComponent(identifier)}`)).toEqual(["lab", "rings", seed]);
    }
    expect(seedOfStudent("s1234")).toBe(seedOfStudent(" s1234 "));
    const seeds = new Set(Array.from({ length: 300 }, (_, at) => seedOfStudent(`s${at}`)));
    expect(seeds.size).toBe(300);
  });

  test("comes from the learning platform if the address says so, and the addresses of all steps say so too", () => {
    const address = readLabAddress("#lab=rings&seed=student&scorm=1");
    expect(address).toMatchObject({ lab: "rings", seed: 0, ofStudent: true, scorm: true });
    if (address.page !== "lab") throw new Error("no lab");
    expect(labHash(address, "even")).toBe("#lab=rings&step=even&seed=student&scorm=1");
  });
});

test.each([
  ["?lang=de#lab=rings", "de"],
  ["#lab=rings?lang=de&seed=3", "de"],
  ["?lang=de_du#lab=rings", "de"],
  ["?lang=en_us#lab=rings", "en"],
  ["?lang=fr#lab=rings", "de"],
])("the language of %s is read from the address", (address, language) => {
  expect(firstLanguage(address, undefined, ["de-AT", "en"])).toBe(language);
});
