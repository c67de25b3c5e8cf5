/** The sources, each loaded when it is asked for. */
interface BuiltinPaper {
  readonly id: string;
  readonly load: () => Promise<unknown>;
}

export const BUILTIN_PAPERS: readonly BuiltinPaper[] = [
  { id: "000", load: async () => (await import("./000.paper.json")).default },
  { id: "001", load: async () => (await import("./001.paper.json")).default },
  { id: "002", load: async () => (await import("./002.paper.json")).default },
  { id: "003", load: async () => (await import("./003.paper.json")).default },
  { id: "004", load: async () => (await import("./004.paper.json")).default },
  { id: "005", load: async () => (await import("./005.paper.json")).default },
  { id: "006", load: async () => (await import("./006.paper.json")).default },
  { id: "007", load: async () => (await import("./007.paper.json")).default },
];
