/** RISC-V instructions that no architecture of irqscope has, and the extension that each belongs to. Messages name that
 * extension. */

const EXTENSIONS: readonly (readonly [name: RegExp, what: string])[] = [
  [
    /^(?:ld|sd|lwu|addiw|addw|subw|sllw|srlw|sraw|slliw|srliw|sraiw|mulw|divw|divuw|remw|remuw|sext\.w|negw)$/,
    "of 64 bits",
  ],
  [/^(?:lr|sc|amo[a-z]+)\.d(?:\.(?:aq|rl|aqrl))?$/, "of 64 bits"],
  [/^f(?!ence)[a-z]+(?:\.[a-z0-9]+)+$|^f[ls][whd]$|^f[rs](?:csr|rm|flags)i?$/, "of floating point"],
  [/^v[a-z0-9]+(?:\.[a-z0-9]+)*$/, "of vectors"],
  [/^(?:[sud]ret|sfence\.vma|h[a-z]+\.v[a-z]+)$/, "of another privilege level"],
];

export const otherExtension = (name: string): string | undefined =>
  EXTENSIONS.find(([pattern]) => pattern.test(name))?.[1];
