/** Checks that a document is well-formed, for the XML that the page writes: elements, attributes, text. */

const TOKEN = /<\?xml [^?]*\?>|<(\/?)([a-zA-Z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;

/** The fault of the document. Undefined: none. */
export function faultOfXml(xml: string): string | undefined {
  const open: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < xml.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(xml);
    if (token === null) return `no markup: ${xml.slice(at, at + 60)}`;
    const [, closing, name, attributes = "", alone, text] = token;
    if (/&(?!(amp|lt|gt|quot|#\d+);)/.test(`${attributes}${text ?? ""}`)) return `a bare "&": ${token[0]}`;
    const names = Array.from(attributes.matchAll(/([\w:-]+)="/g), ([, one]) => one);
    if (new Set(names).size < names.length) return `an attribute twice: ${token[0]}`;
    if (name === undefined) continue;
    if (closing === "/" && open.pop() !== name) return `</${name}> closes what is not open`;
    if (closing === "" && alone === "") open.push(name);
  }
  return open.length === 0 ? undefined : `open at the end: ${open.join(", ")}`;
}
