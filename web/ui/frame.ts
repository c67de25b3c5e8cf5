/** How much of the page is around machine and timeline. */
export type Frame =
  | "full"
  /** In another page (`?embed=1`): a thin bar with the way to the whole simulator. */
  | "embed"
  /** On stage: machine and timeline alone, in large type. */
  | "presenter";

export function isEmbedded(search: string): boolean {
  return new URLSearchParams(search).get("embed") === "1";
}

/** The same address with or without `embed`; the rest of it stays. */
export function withEmbed(address: string, embed: boolean): string {
  const url = new URL(address);
  if (embed) url.searchParams.set("embed", "1");
  else url.searchParams.delete("embed");
  return url.href;
}

const EMBED_HEIGHT_PIXELS = 720;

/** What goes into another page. A link holds no character that HTML would take for its own but `&`. */
export function embedText(link: string, title: string): string {
  const attribute = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<iframe src="${attribute(withEmbed(link, true))}" title="${attribute(`irqscope: ${title}`)}" width="100%" height="${EMBED_HEIGHT_PIXELS}" loading="lazy"></iframe>`;
}
