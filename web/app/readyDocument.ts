/** Resolves when the document has all its elements and styles: the first script does not wait for them. */
export async function readyDocument(): Promise<void> {
  if (document.readyState === "loading") await heard(document, "DOMContentLoaded");
  if (document.readyState === "complete") return;
  const styles = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const missing = Array.from(styles).filter(({ sheet }) => sheet === null);
  // One that has failed already says so no more: the page's own event comes after all of them.
  await Promise.race([heard(window, "load"), Promise.all(missing.map((style) => heard(style, "load")))]);
}

function heard(target: EventTarget, event: string): Promise<unknown> {
  return new Promise((resolve) => target.addEventListener(event, resolve, { once: true }));
}
