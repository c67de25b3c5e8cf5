/** Reads the XML that irqscope writes: elements, attributes, text and CDATA. No comments, no doctype. */

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Its own, without that of its children. */
  readonly text: string;
}

type Read = { readonly ok: true; readonly root: XmlElement } | { readonly ok: false; readonly fault: string };

const TOKEN =
  /<\?xml [^?]*\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([a-zA-Z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;

interface Open {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: XmlElement[];
  text: string;
}

export function readXml(xml: string): Read {
  const fault = (text: string): Read => ({ ok: false, fault: text });
  const top: Open = { name: "", attributes: new Map(), children: [], text: "" };
  const open: Open[] = [top];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < xml.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(xml);
    if (token === null) return fault(`no markup: ${xml.slice(at, at + 60)}`);
    const [, cdata, closing, name, attributes = "", alone, text] = token;
    const here = open.at(-1) ?? top;
    if (/&(?!(amp|lt|gt|quot|#\d+);)/.test(`${attributes}${text ?? ""}`))
      return fault(`a bare "&": ${token[0]}`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(token[0]))
      return fault(`a character that XML does not have: ${JSON.stringify(token[0])}`);
    here.text += cdata ?? unescaped(text ?? "");
    if (name === undefined) continue;
    if (closing === "/") {
      if (here.name !== name || open.length === 1) return fault(`</${name}> closes what is not open`);
      open.pop();
      continue;
    }
    const pairs = Array.from(
      attributes.matchAll(/([\w:-]+)="([^"]*)"/g),
      ([, key = "", value = ""]) => [key, unescaped(value)] as const,
    );
    if (new Set(pairs.map(([key]) => key)).size < pairs.length)
      return fault(`an attribute twice: ${token[0]}`);
    const element: Open = { name, attributes: new Map(pairs), children: [], text: "" };
    here.children.push(element);
    if (alone === "") open.push(element);
  }
  const [root, ...others] = top.children;
  if (open.length > 1)
    return fault(
      `open at the end: ${open
        .slice(1)
        .map(({ name }) => name)
        .join(", ")}`,
    );
  return root === undefined || others.length > 0 ? fault("not one root") : { ok: true, root };
}

/** The fault of the document. Undefined: none. */
export function faultOfXml(xml: string): string | undefined {
  const read = readXml(xml);
  return read.ok ? undefined : read.fault;
}

export function xmlRoot(xml: string): XmlElement {
  const read = readXml(xml);
  if (!read.ok) throw new Error(read.fault);
  return read.root;
}

export const childrenOf = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** The first descendant along the path. */
export function under(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((here, name) => here && childrenOf(here, name)[0], element);
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&amp;", "&");
}
