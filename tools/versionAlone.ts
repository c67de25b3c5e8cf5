import type { Plugin } from "vite";

/** The page uses only the version of package.json (lib/origin.ts). The whole file would add 2 kB of names. */
export function versionAlone(): Plugin {
  return {
    name: "irqscope:version-alone",
    enforce: "pre",
    transform(code, id) {
      return /[^@]\/package\.json$/.test(id) && !id.includes("node_modules")
        ? { code: versionOf(code), map: null }
        : undefined;
    },
  };
}

export const versionOf = (packageFile: string): string =>
  JSON.stringify({ version: (JSON.parse(packageFile) as { readonly version: string }).version });
