/** Keeps a copy of the page for times without a network. Where that is not possible the page does without. */
export async function keepOfflineCopy(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("./sw.js");
  } catch {
    // storage or workers are blocked, or the server does not have the file
  }
}
