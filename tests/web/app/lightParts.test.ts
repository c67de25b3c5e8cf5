// @vitest-environment happy-dom
/** Highlighted parts of the page that come and go with the machine. */
import { afterEach, expect, it, vi } from "vitest";
import { lightParts } from "../../../web/app/lightParts.ts";
import { createAppStore } from "../../../web/state/store.ts";

afterEach(() => {
  document.body.innerHTML = "";
  vi.restoreAllMocks();
});

/** Upper edge of the stage. */
const EDGE_PX = 140;

/** A phone whose stage shows 250 px of its contents. `data-at` is the top and the height of an element in them. */
function phone(contents: string): HTMLElement {
  document.body.innerHTML = `<main><div class="stage">${contents}</div></main>`;
  const stage = document.querySelector<HTMLElement>(".stage");
  if (stage === null) throw new Error("no stage");
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  Object.defineProperties(stage, { clientHeight: { value: 250 }, scrollHeight: { value: 900 } });
  Element.prototype.checkVisibility = () => true;
  const topOf = ({ dataset }: HTMLElement) => Number(dataset.at?.split(" ")[0]);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    if (!(this instanceof HTMLElement) || this === stage) return new DOMRect(0, EDGE_PX, 390, 250);
    return new DOMRect(
      0,
      EDGE_PX + topOf(this) - stage.scrollTop,
      390,
      Number(this.dataset.at?.split(" ")[1]),
    );
  });
  // The browser puts the middle of the part into the middle of the stage.
  Element.prototype.scrollIntoView = function (this: HTMLElement) {
    const middle = topOf(this) + Number(this.dataset.at?.split(" ")[1]) / 2;
    stage.scrollTop = Math.max(0, middle - 125);
  };
  return stage;
}

const MACHINE = `
  <h2 data-at="20 16"></h2><p data-at="50 100" data-part="ring:eth0"></p><i data-at="160 20" data-part="line:eth0"></i>
  <h2 data-at="190 16"></h2><p data-at="215 70" data-part="core:1"><span data-at="222 20"></span></p>
  <p data-at="300 90" data-part="context:1"></p><p data-at="420 50" data-part="memory"></p>`;

it.each([
  ["a part in view at the top of a phone's stage leaves the stage there", "line:eth0", 0],
  ["the upper edge of a phone's stage does not cut the core above the part", "context:1", 209],
])("%s", async (_, part, scrolledPx) => {
  const stage = phone(MACHINE);
  const stop = lightParts(createAppStore({ lit: [part] }), document.body);
  await drawn();
  await drawn();
  expect(stage.scrollTop).toBe(scrolledPx);
  stop();
});

const lit = () => [...document.querySelectorAll<HTMLElement>("[data-lit]")].map(({ id }) => id);
const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));

it("a named part is highlighted wherever it appears, until it is no longer named", async () => {
  document.body.innerHTML = '<main><div class="stage"><p id="ring" data-part="ring:eth0"></p></div></main>';
  const store = createAppStore({ lit: ["ring:eth0", "thread:handler"] });
  const stop = lightParts(store, document.body);
  expect(lit()).toEqual(["ring"]);

  const stage = document.querySelector(".stage");
  stage?.insertAdjacentHTML("beforeend", '<p id="card" data-thread="handler"></p>');
  await drawn();
  expect(lit()).toEqual(["ring", "card"]);

  document.getElementById("ring")?.setAttribute("data-part", "ring:eth1");
  await drawn();
  expect(lit()).toEqual(["card"]);

  store.setState({ lit: ["ring:eth1"] });
  expect(lit()).toEqual(["ring"]);
  stop();
  expect(lit()).toEqual([]);
});
