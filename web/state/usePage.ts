import { useSyncExternalStore } from "react";
import { builtinScenario } from "../../scenarios/index.ts";

export type Page = "simulate" | "compare" | "sweep" | "papers" | "lab";

/** The page that the address names; in a link, by its `p`. Any other address means Simulate. */
export function pageOf(hash: string): Page {
  if (hash.startsWith("#lab")) return "lab";
  if (/^#sweep(=|$)/.test(hash)) return "sweep";
  if (/^#papers(=|$)/.test(hash)) return "papers";
  const name = /^#[a-z]+$/.test(hash) ? hash.slice(1) : /[#&?]p=([a-z]+)(&|$)/.exec(hash)?.[1];
  return name === "papers" || name === "compare" ? name : "simulate";
}

/** True if the hash contains a scenario or names a built-in one. */
export function namesLink(hash: string): boolean {
  return /^#(?:.*&)?s=/.test(hash) || namesBuiltin(hash);
}

/** A short address (lib/addresses). */
export function namesBuiltin(hash: string): boolean {
  const id = /^#([a-z0-9-]+)(?:[@?].*)?$/i.exec(hash)?.[1];
  return id !== undefined && builtinScenario(id.toLowerCase()) !== undefined;
}

/** The address asks for something that is neither a link nor a page. */
export function namesNothing(hash: string): boolean {
  const isPage = /^#?$|^#(simulate|compare|labs?)$|^#(?:lab[-=]|lecture=)|^#(?:sweep|papers)(=|$)/.test(hash);
  return !isPage && !namesLink(hash);
}

export function usePage(): Page {
  return useSyncExternalStore(subscribe, () => pageOf(window.location.hash));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}
