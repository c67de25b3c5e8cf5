import { useSyncExternalStore } from "react";

export type Page = "simulate" | "compare" | "papers" | "lab";

/** The part of the page that the address names, in a link by its `p`; all else is Simulate. */
export function pageOf(hash: string): Page {
  if (hash.startsWith("#lab")) return "lab";
  const name = /^#[a-z]+$/.test(hash) ? hash.slice(1) : /[#&]p=([a-z]+)(&|$)/.exec(hash)?.[1];
  return name === "papers" || name === "compare" ? name : "simulate";
}

/** A scenario is inside. */
export function namesLink(hash: string): boolean {
  return /^#(?:.*&)?s=/.test(hash);
}

/** The address asks for something that is neither a link nor a page. */
export function namesNothing(hash: string): boolean {
  const isPage = /^#?$|^#(simulate|compare|papers|labs?)$|^#lab[-=]/.test(hash);
  return !isPage && !namesLink(hash);
}

export function usePage(): Page {
  return useSyncExternalStore(subscribe, () => pageOf(window.location.hash));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}
