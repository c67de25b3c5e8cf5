/** The script of the build's service worker: the version that a page gets, and how long a copy stays. */
import { describe, expect, test } from "vitest";
import { browser } from "./browser.ts";

/** A browser with an open page of the first build, served by its worker. */
async function visited(build: string, options?: Parameters<typeof browser>[0]) {
  const one = browser(options);
  one.deploy(build);
  await one.close(await one.open());
  return { ...one, first: await one.open() };
}

/** The builds that pages show which are opened after each deployment: the first page starts the update, and the second
 * shows it. */
async function shownAfterEach(builds: readonly string[], silent: readonly string[] = []) {
  const [first = "", ...later] = builds;
  const { deploy, open } = await visited(first, { silent });
  const shown: string[] = [];
  for (const build of later) {
    deploy(build);
    await open();
    shown.push((await open()).text);
  }
  return shown;
}

const page = (build: string) => `./index.html of ${build}`;

describe("a newly opened page, while a page of an older build is open, shows", () => {
  test("each of three builds in a row", async () => {
    expect(await shownAfterEach(["A", "B", "C"])).toEqual([page("B"), page("C")]);
  });

  test("the first build again after a rollback, and then the next build", async () => {
    const builds = ["A", "B", "A", "B", "C", "A"];
    expect(await shownAfterEach(builds)).toEqual(builds.slice(1).map(page));
  });

  test("the newest of three builds whose workers do not name their copy", async () => {
    expect(await shownAfterEach(["A", "B", "C"], ["B", "C"])).toEqual([page("B"), page("C")]);
  });
});

test("an open page keeps the files of its build while other builds wait", async () => {
  const { deploy, open, load, first } = await visited("A");
  const shown = [first];
  for (const build of ["B", "C"]) {
    deploy(build);
    await open();
    shown.push(await open());
  }
  for (const [at, build] of ["A", "B", "C"].entries())
    expect(await load(shown[at] ?? first, build)).toBe(`./assets/late-${build}.js of ${build}`);
});

describe("copies of old builds", () => {
  test("stay while a newer worker waits for the pages of the previous one", async () => {
    const { deploy, open, load, close, removeOldCopies, copies, first } = await visited("A");
    deploy("B");
    const beside = await open();
    await removeOldCopies(beside);
    await close(first);
    await removeOldCopies(beside);
    expect(await copies()).toEqual(["A", "B"]);
    expect(await load(beside, "A")).toBe("./assets/late-A.js of A");
  });

  test("stay while a page is open that no worker controls", async () => {
    const one = browser();
    one.deploy("A");
    const unserved = await one.open();
    one.deploy("B");
    const served = await one.open();
    await one.close(served);
    expect(await one.copies()).toEqual(["A", "B"]);
    await one.close(unserved);
    await one.removeOldCopies(await one.open());
    expect(await one.copies()).toEqual(["B"]);
  });

  test("are deleted once all their pages are closed", async () => {
    const { deploy, open, close, copies, first } = await visited("A");
    deploy("B");
    const second = await open();
    await close(first);
    expect(await copies()).toEqual(["A", "B"]);
    await close(second);
    expect(await copies()).toEqual(["B"]);
  });
});
