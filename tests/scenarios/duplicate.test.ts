import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findDuplicate } from "../../scenarios/read/json.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { createRandom } from "../support/random.ts";
import { randomScenario } from "../support/randomScenario.ts";

describe("a name that occurs twice in a JSON object", () => {
  test.each([
    ['{"a":1,"a":1}', "a", "line 1, column 2 and line 1, column 8"],
    ['{"a":1,\n  "b":{"a":2},\n  "a":3}', "a", "line 1, column 2 and line 3, column 3"],
    [
      '{"machine":{"core":{"contexts":1,"contexts":3}}}',
      "machine.core.contexts",
      "column 21 and line 1, column 34",
    ],
    ['{"t":[5,{"x":1},[{"x":1,"y":[],"x":{}}]]}', "t[2][0].x", "column 19 and line 1, column 32"],
    ['{"name":1,"na\\u006de":2}', "name", "line 1, column 2 and line 1, column 11"],
    ['{"q\\"":1,"q\\"":2}', '["q\\""]', "column 2 and line 1, column 10"],
    ['{"\\\\":1,"b":"\\\\","b":2}', "b", "column 9 and line 1, column 18"],
    ['{"__proto__":1,"__proto__":2}', "__proto__", "column 2 and line 1, column 16"],
    ['{"":1,"":2}', '[""]', "column 2 and line 1, column 7"],
  ])("is found in %s", (text, field, place) => {
    expect(parseScenario(text)).toEqual({
      ok: false,
      errors: [{ field, message: expect.stringMatching(/^is given twice: line 1, column /) }],
      errorCount: 1,
    });
    expect(parseScenario(text)).toMatchObject({ errors: [{ message: expect.stringContaining(place) }] });
  });

  test.each([
    "{}",
    '{"a":{"a":{"a":1}},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a","c":["a","a","b"]}',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":1,"A":2," a":3}',
    '"a,a"',
    '{"a":[1,"b"],"b":["a",{"b":[]}],"c":","}',
  ])("is not found in %s", (text) => {
    expect(findDuplicate(text)).toBeUndefined();
  });

  test("is found anywhere in a scenario", () => {
    const random = createRandom(7);
    const text = JSON.stringify(randomScenario(7), undefined, 1);
    expect(findDuplicate(text)).toBeUndefined();
    const members = [...text.matchAll(/\n *("\w+": (?:\d+|"\w*")),(?=\n)/g)];
    expect(members.length).toBeGreaterThan(40);
    for (let round = 0; round < 40; round++) {
      const { 0: whole, 1: member = "", index } = random.pick(members);
      const offset = index + whole.length;
      const twice = `${text.slice(0, offset)} ${member},${text.slice(offset)}`;
      expect(findDuplicate(twice)).toMatchObject({
        firstOffset: index + whole.indexOf(member),
        offset: offset + 1,
      });
    }
  });
});

test("no file of the repository repeats a name in an object", () => {
  const root = new URL("../../", import.meta.url);
  for (const folder of ["scenarios/demos/", "scenarios/papers/", "lib/captures/"]) {
    const files = readdirSync(new URL(folder, root)).filter((name) => name.endsWith(".json"));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      expect(findDuplicate(readFileSync(new URL(folder + file, root), "utf8")), file).toBeUndefined();
    }
  }
});
