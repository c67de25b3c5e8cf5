/** Markdown as XHTML, with elements that Moodle and QTI have in common. Text that is not Markdown is escaped. */
import type { Token, Tokens } from "marked";
import { LAB_LINK, NESTING_LIMIT, textOf, tokensOf, unescaped } from "../labs/markdownTokens.ts";

/** Writes a link to an address on another page. */
type WriteLink = (address: string, content: string) => string;

interface MarkupOptions {
  /** Address of the page, which links to other labs need. */
  readonly base: string;
  readonly link: WriteLink;
}

export function blockMarkup(text: string, options: MarkupOptions): string {
  return blocks(tokensOf(text), options, 0);
}

/** The first paragraph, without its element. */
export function inlineMarkup(text: string, options: MarkupOptions): string {
  const [first] = tokensOf(text);
  return first?.type === "paragraph" ? inlines(first.tokens ?? [], options, 0) : xmlText(text);
}

const blocks = (tokens: readonly Token[], options: MarkupOptions, depth: number): string =>
  tokens
    .map((token) => (depth < NESTING_LIMIT ? block(token, options, depth + 1) : element("p", token.raw)))
    .join("");

function block(token: Token, options: MarkupOptions, depth: number): string {
  const inside = () => inlines("tokens" in token ? (token.tokens ?? []) : [], options, 0);
  switch (token.type) {
    case "space":
      return "";
    case "heading":
      return `<h4>${inside()}</h4>`;
    case "paragraph":
      return `<p>${inside()}</p>`;
    case "list": {
      const { ordered, items } = token as Tokens.List;
      const name = ordered === true ? "ol" : "ul";
      const rows = items.map((item) => `<li>${blocks(item.tokens, options, depth)}</li>`);
      return `<${name}>${rows.join("")}</${name}>`;
    }
    case "blockquote":
      return `<blockquote>${blocks(token.tokens ?? [], options, depth)}</blockquote>`;
    case "code":
      return element("pre", textOf(token));
    case "hr":
      return "<hr/>";
    case "formulas":
      return `<p>${formula(textOf(token))}</p>`;
    case "table":
      return table(token as Tokens.Table, options);
    case "text":
      return "tokens" in token && token.tokens !== undefined ? inside() : xmlText(textOf(token));
    default:
      return element("p", token.raw);
  }
}

function table({ header, rows }: Tokens.Table, options: MarkupOptions): string {
  const row = (cells: readonly Tokens.TableCell[], name: "th" | "td") =>
    `<tr>${cells.map(({ tokens }) => `<${name}>${inlines(tokens, options, 0)}</${name}>`).join("")}</tr>`;
  const body = rows.map((cells) => row(cells, "td")).join("");
  return `<table><thead>${row(header, "th")}</thead><tbody>${body}</tbody></table>`;
}

const inlines = (tokens: readonly Token[], options: MarkupOptions, depth: number): string =>
  tokens
    .map((token) => (depth < NESTING_LIMIT ? inline(token, options, depth + 1) : xmlText(token.raw)))
    .join("");

function inline(token: Token, options: MarkupOptions, depth: number): string {
  const inside = () => inlines("tokens" in token ? (token.tokens ?? []) : [], options, depth);
  switch (token.type) {
    case "strong":
    case "em":
      return `<${token.type}>${inside()}</${token.type}>`;
    case "del":
      return inside();
    case "codespan":
      return element("code", textOf(token));
    case "br":
      return "<br/>";
    case "formula":
      return formula(textOf(token));
    case "link": {
      const { href } = token as Tokens.Link;
      if (LAB_LINK.test(href)) return options.link(options.base + href, inside());
      return /^https:\/\//.test(href) ? options.link(href, inside()) : inside();
    }
    case "escape":
    case "text":
      return "tokens" in token && token.tokens !== undefined ? inside() : xmlText(unescaped(textOf(token)));
    case "image":
      return xmlText(textOf(token));
    default:
      return xmlText(token.raw);
  }
}

/** Writes a formula in one line, because not all platforms show MathML. */
const formula = (text: string): string =>
  xmlText(text.replaceAll("*", "·")).replace(/([A-Za-z]+)_([A-Za-z0-9_]+)/g, "$1<sub>$2</sub>");

const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`;

/** Characters that no XML 1.0 file may contain, not even escaped. */
const NO_XML =
  /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\ud800-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export function xmlText(text: string): string {
  return text
    .replace(NO_XML, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
