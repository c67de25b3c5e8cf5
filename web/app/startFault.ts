/** Messages for a page that cannot start. The texts are here in both languages, because no other file may be available.
 */

/** Messages of browsers for a script that they could not load. */
const MISSING = /dynamically imported module|importing a module script|error loading|failed to fetch/i;

interface Reason {
  readonly en: string;
  readonly de: string;
}

export function startReason(error: unknown, origin: string): Reason {
  const message = error instanceof Error ? error.message : String(error);
  if (/trusted(script|\s?type)/i.test(message))
    return {
      en: "A policy of this server (Trusted Types) keeps the page from starting the simulator.",
      de: "Eine Richtlinie dieses Servers (Trusted Types) hindert die Seite, den Simulator zu starten.",
    };
  if (origin === "null")
    return {
      en: "The sandbox of the frame around this page lacks allow-same-origin.",
      de: "Der sandbox des Rahmens um diese Seite fehlt allow-same-origin.",
    };
  if (MISSING.test(message)) {
    const name = /([\w.-]+\.js)\b/.exec(message)?.[1];
    const file = name === undefined ? "" : ` (${name})`;
    return {
      en: `A file of the page is not on the server${file}, perhaps because it has a new version. Reload the page.`,
      de: `Eine Datei der Seite ist nicht auf dem Server${file}, vielleicht wegen einer neuen Version. Laden Sie die Seite neu.`,
    };
  }
  return { en: message, de: message };
}

export function showStartFault(error: unknown): void {
  console.error(error);
  const note = document.getElementById("start-note");
  if (note === null) return;
  document.documentElement.dataset.start = "failed";
  note.setAttribute("role", "alert");
  const reason = startReason(error, window.origin);
  for (const line of note.querySelectorAll("p")) {
    const text = line.querySelector("span");
    if (text !== null) text.textContent = line.lang === "de" ? reason.de : reason.en;
  }
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn";
  button.textContent = "Load the page again / Seite neu laden";
  button.addEventListener("click", () => window.location.reload());
  note.append(button);
}
