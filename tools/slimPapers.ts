import type { Plugin } from "vite";

export function slimPapers(): Plugin {
  return {
    name: "irqscope:slim-papers",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      return id.endsWith(".paper.json") ? slimPaper(code) : undefined;
    },
  };
}

interface PaperFile {
  readonly contradictions?: readonly object[];
  readonly experiments: readonly { readonly apart?: unknown; readonly claims: readonly object[] }[];
}

/** Leaves out of the page's papers what only the checks of the command and the tests read. */
export function slimPaper(text: string): string {
  const paper: PaperFile = JSON.parse(text);
  const experiments = paper.experiments.map(({ apart, claims, ...rest }) => ({
    ...rest,
    claims: claims.map((claim) => ({ ...claim, figures: undefined, given: undefined })),
  }));
  const contradictions = paper.contradictions?.map((one) => ({
    ...one,
    condition: "0 == 1",
    figures: undefined,
    given: undefined,
  }));
  return JSON.stringify({ ...paper, experiments, contradictions });
}
