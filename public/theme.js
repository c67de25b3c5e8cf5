/* Sets the theme before the first paint; web/app/theme.ts takes over. Says whether the address names the simulator,
 * whose outline index.html holds. A file of its own, so that a content security policy without inline scripts holds. */
(() => {
  const forced = /[?&]theme=(dark|light)\b/.exec(location.search);
  let chosen = null;
  let language = null;
  try {
    chosen = localStorage.getItem("irqscope.theme");
    language = localStorage.getItem("irqscope.language");
  } catch {
    // storage is blocked: the system decides
  }
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const choice = chosen === "dark" || chosen === "light" ? chosen : system;
  const { dataset } = document.documentElement;
  dataset.theme = forced ? forced[1] : choice;
  const elsewhere = /^#(papers|compare|lab)|[#&]p=(papers|compare)/.test(location.hash);
  if (elsewhere || /[?&]embed=1/.test(location.search)) dataset.shell = "none";
  // A script or the style sheet of the page cannot be had: index.html holds what is said then.
  addEventListener(
    "error",
    ({ target }) => {
      const { tagName = "", rel = "" } = target ?? {};
      if (tagName === "SCRIPT" || (tagName === "LINK" && rel === "stylesheet")) dataset.start = "failed";
    },
    true,
  );
  // The outline speaks English.
  const asked = /[?&]lang=([a-z]+)/.exec(location.search + location.hash)?.[1];
  if (/^de/.test(asked ?? language ?? navigator.language)) dataset.words = "none";
})();
