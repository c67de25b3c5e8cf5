// The results of runs, as rows of a CSV file, and the table that is made of them.

/** `over the limit`: the checks had not ended. `fails without it`: the test that failed does so without the mutant, too.
 * @typedef {{ verdict: "caught" | "not caught" | "over the limit" | "does not apply" | "fails without it",
 *   check: string, test: string }} Verdict */
/** @typedef {{ id: string, list: string, tree: string }} Key */
/** @typedef {Key & Verdict & { floor: string, room: string, seconds: number }} Row */

const COLUMNS = /** @type {const} */ ([
  "id",
  "floor",
  "room",
  "tree",
  "list",
  "verdict",
  "check",
  "test",
  "seconds",
]);

/** Two runs may add to one file at once: it is read anew for each question, and only appended to. */
export class Results {
  #file;

  /** @param {{ read: () => string, append: (text: string) => void }} file */
  constructor(file) {
    this.#file = file;
  }

  /** The last row of each mutant, list and tree. @returns {Row[]} */
  all() {
    const rows = new Map(rowsIn(this.#file.read()).map((row) => [`${row.id} ${row.list} ${row.tree}`, row]));
    return [...rows.values()];
  }

  /** @param {Key} key */
  of({ id, list, tree }) {
    return this.all().find((row) => row.id === id && row.list === list && row.tree === tree);
  }

  /** @param {Row} row */
  add(row) {
    const head = this.#file.read() === "" ? `${COLUMNS.join(",")}\n` : "";
    this.#file.append(`${head}${COLUMNS.map((column) => cell(String(row[column]))).join(",")}\n`);
  }
}

const cell = (/** @type {string} */ text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** @param {string} text @returns {Row[]} */
function rowsIn(text) {
  const cells = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))([,\n])/g)];
  /** @type {string[][]} */
  const rows = [[]];
  for (const [, quoted, plain = "", end] of cells) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\n") rows.push([]);
  }
  return rows.slice(1, -1).map((row) => {
    const named = Object.fromEntries(COLUMNS.map((column, index) => [column, row[index] ?? ""]));
    return /** @type {Row} */ (/** @type {unknown} */ ({ ...named, seconds: Number(named.seconds) }));
  });
}

/** Caught of all by floor, a column for each tree and list. What the short list of a tree catches, the long one does,
 * too. @param {readonly Row[]} rows */
export function table(rows) {
  const runs = [...new Set(rows.map(({ tree, list }) => `${tree} ${list}`))].sort();
  const floors = [...new Set(rows.map(({ floor }) => floor))];
  const line = (/** @type {string} */ head, /** @type {(row: Row) => boolean} */ isHere) => {
    const counts = runs.map((run) => {
      const [tree = "", list = ""] = run.split(" ");
      const all = rows.filter((row) => isHere(row) && row.tree === tree);
      const ids = new Set(all.filter((row) => row.list === list || list === "long").map(({ id }) => id));
      const caught = new Set(
        all
          .filter((row) => row.verdict === "caught" && (row.list === list || list === "long"))
          .map(({ id }) => id),
      );
      return `${caught.size} of ${ids.size}`;
    });
    return `| ${[head, ...counts].join(" | ")} |`;
  };
  return [
    `| ${["floor", ...runs].join(" | ")} |`,
    `| ${["floor", ...runs].map(() => "---").join(" | ")} |`,
    ...floors.map((floor) => line(floor, (row) => row.floor === floor)),
    line("all", () => true),
  ].join("\n");
}
