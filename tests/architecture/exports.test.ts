/** Every export is used: its name occurs in another file. */
import { expect, it } from "vitest";
import { isTypeScript, repositoryFiles, textOf } from "./repository.ts";

/** Entry points that users' programs import. */
const PUBLISHED = /^(?:core-wasm\/binding|cli\/package)\//;
const PRODUCT = /^(?:cli|core-wasm|lib|scenarios|tools|web)\//;
const DECLARED =
  /^export (?:async )?(?:function\*?|const|let|class|abstract class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;

/** Names that `files` export and that no other of the files contains. */
function unusedIn(files: ReadonlyMap<string, string>): readonly string[] {
  const places = new Map<string, number>();
  for (const text of files.values())
    for (const name of new Set(text.match(/[A-Za-z_$][\w$]*/g)))
      places.set(name, (places.get(name) ?? 0) + 1);
  return [...files].flatMap(([path, text]) =>
    [...text.matchAll(DECLARED)].flatMap(([, name = ""]) =>
      PRODUCT.test(path) && !PUBLISHED.test(path) && places.get(name) === 1 ? [`${path} ${name}`] : [],
    ),
  );
}

it("no product file exports a name that no other file uses", () => {
  const files = repositoryFiles().filter((path) => isTypeScript(path) || /\.m[jt]s$/.test(path));
  expect(files.length).toBeGreaterThan(1500);
  expect(unusedIn(new Map(files.map((path) => [path, textOf(path)])))).toEqual([]);
});

it("the check finds an export that no other file uses", () => {
  const files = new Map([
    ["lib/a.ts", "export const used = 1;\nexport function alone() {}\nexport interface Own { x: number }"],
    ["lib/b.ts", "import { used } from './a.ts';\nexport type Wide = used;"],
    ["tests/c.ts", "export const helper = 1;"],
  ]);
  expect(unusedIn(files)).toEqual(["lib/a.ts alone", "lib/a.ts Own", "lib/b.ts Wide"]);
});
