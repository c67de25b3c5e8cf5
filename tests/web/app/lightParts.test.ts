// @vitest-environment happy-dom
/** Highlighted parts of the page that come and go with the machine. */
import { afterEach, expect, it } from "vitest";
import { lightParts } from "../../../web/app/lightParts.ts";
import { createAppStore } from "../../../web/state/store.ts";

afterEach(() => {
  document.body.innerHTML = "";
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
