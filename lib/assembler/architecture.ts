/** The instructions that a machine has: RV32I and extensions, named like `-march` of compilers names them. */

const EXTENSIONS = ["m", "a", "c", "zicsr", "zifencei"] as const;
export type Extension = (typeof EXTENSIONS)[number];

export interface Architecture {
  /** As it is written. */
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
  "is no architecture here: rv32i and of m, a, c, _zicsr, _zifencei what is meant";

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

/** As manuals write it. */
export const extensionName = (extension: Extension): string =>
  extension.length === 1 ? extension.toUpperCase() : `Z${extension.slice(1)}`;

const OTHER_EXTENSIONS: readonly (readonly [name: RegExp, what: string])[] = [
  [
    /^(?:ld|sd|lwu|addiw|addw|subw|sllw|srlw|sraw|slliw|srliw|sraiw|mulw|divw|divuw|remw|remuw|sext\.w|negw)$/,
    "of 64 bits",
  ],
  [/^(?:lr|sc|amo[a-z]+)\.d(?:\.(?:aq|rl|aqrl))?$/, "of 64 bits"],
  [/^f(?!ence)[a-z]+(?:\.[a-z0-9]+)+$|^f[ls][whd]$|^f[rs](?:csr|rm|flags)i?$/, "of floating point"],
  [/^v[a-z0-9]+(?:\.[a-z0-9]+)*$/, "of vectors"],
  [/^(?:[sud]ret|sfence\.vma|h[a-z]+\.v[a-z]+)$/, "of another privilege level"],
];

/** RISC-V instructions that no architecture of irqscope has, and the extension that each belongs to. Messages name that
 * extension. */
export const otherExtension = (name: string): string | undefined =>
  OTHER_EXTENSIONS.find(([pattern]) => pattern.test(name))?.[1];
