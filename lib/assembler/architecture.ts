/** Which instructions there are: RV32I and its extensions, named as `-march` of compilers names them. */

const EXTENSIONS = ["m", "a", "c", "zicsr", "zifencei"] as const;
export type Extension = (typeof EXTENSIONS)[number];

export interface Architecture {
  /** As it is written. */
  readonly name: string;
  readonly extensions: ReadonlySet<Extension>;
}

export const isExtension = (name: string): name is Extension =>
  (EXTENSIONS as readonly string[]).includes(name);

/** Where nothing else is said. */
export const DEFAULT_ARCHITECTURE: Architecture = {
  name: "rv32im_zicsr_zifencei",
  extensions: new Set(["m", "zicsr", "zifencei"]),
};

export const NO_ARCHITECTURE =
  "is no architecture here: rv32i and of m, a, c, _zicsr, _zifencei what is meant";

/** Of `rv32imac_zicsr` or, with versions, `rv32i2p1_m2p0`; undefined where it is none, or one with more than there is. */
export function architectureNamed(text: string): Architecture | undefined {
  const plain = text.toLowerCase().replace(/(?<=[a-z])\d+p\d+/g, "");
  const [, letters, more = ""] = /^rv32i([a-z]*)((?:_[a-z0-9]+)*)$/.exec(plain) ?? [];
  if (letters === undefined) return undefined;
  const names = [...letters, ...more.split("_").filter((one) => one !== "")];
  const found = names.filter(isExtension);
  return found.length === names.length ? { name: text, extensions: new Set(found) } : undefined;
}

/** As manuals write it. */
export const extensionName = (extension: Extension): string =>
  extension.length === 1 ? extension.toUpperCase() : `Z${extension.slice(1)}`;
