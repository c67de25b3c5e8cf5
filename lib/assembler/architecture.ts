/** The instructions of a machine: RV32I and extensions, named as in the option `-march` of compilers. */

const EXTENSIONS = ["m", "a", "c", "zicsr", "zifencei"] as const;
export type Extension = (typeof EXTENSIONS)[number];

export interface Architecture {
  /** The name as the source writes it. */
  readonly name: string;
  readonly extensions: ReadonlySet<Extension>;
}

export const isExtension = (name: string): name is Extension =>
  (EXTENSIONS as readonly string[]).includes(name);

/** Used if neither the source nor the scenario names an architecture. */
export const DEFAULT_ARCHITECTURE: Architecture = {
  name: "rv32im_zicsr_zifencei",
  extensions: new Set(["m", "zicsr", "zifencei"]),
};

export const NO_ARCHITECTURE =
  "is not a known architecture: write rv32i, and any of m, a, c, _zicsr, _zifencei";

/** Reads `rv32imac_zicsr`, also with versions as in `rv32i2p1_m2p0`. Undefined if the text is not an architecture or
 * names an extension that irqscope does not have. */
export function architectureNamed(text: string): Architecture | undefined {
  const plain = text.toLowerCase().replace(/(?<=[a-z])\d+p\d+/g, "");
  const [, letters, more = ""] = /^rv32i([a-z]*)((?:_[a-z0-9]+)*)$/.exec(plain) ?? [];
  if (letters === undefined) return undefined;
  const names = [...letters, ...more.split("_").filter((one) => one !== "")];
  const found = names.filter(isExtension);
  return found.length === names.length ? { name: text, extensions: new Set(found) } : undefined;
}

/** The name as manuals write it. */
export const extensionName = (extension: Extension): string =>
  extension.length === 1 ? extension.toUpperCase() : `Z${extension.slice(1)}`;
