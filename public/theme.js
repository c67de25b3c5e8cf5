/* Sets the theme before the first paint; web/pages/theme.ts takes over. A file of its own, so that a
 * content security policy without inline scripts holds. */
(() => {
  const forced = /[?&]theme=(dark|light)\b/.exec(location.search);
  let chosen = null;
  try {
    chosen = localStorage.getItem("irqscope.theme");
  } catch {
    // storage is blocked: the system decides
  }
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const choice = chosen === "dark" || chosen === "light" ? chosen : system;
  document.documentElement.dataset.theme = forced ? forced[1] : choice;
})();
