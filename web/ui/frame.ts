/** The parts of the page around machine and timeline. */
export type Frame =
  | "full"
  /** Inside another page (`?embed=1`): a thin bar that links to the full simulator. */
  | "embed"
  /** Presenter mode: only machine and timeline, in large type. */
  | "presenter";

export function isEmbedded(search: string): boolean {
  return new URLSearchParams(search).get("embed") === "1";
}

/** The same address with or without `embed`. Everything else stays. */
export function withEmbed(address: string, embed: boolean): string {
  const url = new URL(address);
  if (embed) url.searchParams.set("embed", "1");
  else url.searchParams.delete("embed");
  return url.href;
}

const EMBED_HEIGHT_PIXELS = 720;

/** HTML to embed in another page. A link contains no character that is special in HTML except `&`. */
export function embedText(link: string, title: string): string {
  const attribute = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<iframe src="${attribute(withEmbed(link, true))}" title="${attribute(`irqscope: ${title}`)}" width="100%" height="${EMBED_HEIGHT_PIXELS}" loading="lazy"></iframe>`;
}
