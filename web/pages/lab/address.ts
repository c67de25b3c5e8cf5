/** Addresses of the lab pages: `#labs`, `#lab=NAME&step=ID&seed=N`, `#lab-report=NAME&seed=N`, `#lab-grade`,
 * `#lab-editor`, `#lab-link=PAYLOAD&seed=N`. */
import { SLUG } from "../../../lib/labs/lab.ts";
import { SEED_LIMIT } from "../../../lib/labs/machines.ts";

export type LabView = "lab" | "report";

export type LabAddress =
  | { readonly page: "list" | "grade" | "editor" }
  /** A whole lab, packed. */
  | { readonly page: "link"; readonly payload: string; readonly seed: number }
  | {
      readonly page: LabView;
      /** Id of a lab that comes with irqscope, or the name of an own one. */
      readonly lab: string;
      readonly step: string | undefined;
      /** 0: the lab as it is written. */
      readonly seed: number;
      /** A learning platform has opened it, and keeps the progress. */
      readonly scorm: boolean;
    };

export function readLabAddress(hash: string): LabAddress {
  const parts = new Map(
    hash
      .replace(/^#/, "")
      .split("&")
      .map((part) => {
        const equals = part.indexOf("=");
        return equals < 0
          ? ([part, ""] as const)
          : ([part.slice(0, equals), part.slice(equals + 1)] as const);
      }),
  );
  if (parts.has("lab-grade")) return { page: "grade" };
  if (parts.has("lab-editor")) return { page: "editor" };
  const payload = parts.get("lab-link");
  if (payload !== undefined) return { page: "link", payload, seed: seedOf(parts.get("seed")) };
  const page = parts.has("lab-report") ? "report" : "lab";
  const lab = parts.get(page === "report" ? "lab-report" : "lab");
  if (lab === undefined || lab === "") return { page: "list" };
  const step = parts.get("step");
  return {
    page,
    lab,
    step: step !== undefined && SLUG.test(step) ? step : undefined,
    seed: seedOf(parts.get("seed")),
    scorm: parts.get("scorm") === "1",
  };
}

function seedOf(text: string | undefined): number {
  const seed = text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return seed <= SEED_LIMIT ? seed : 0;
}

export function labHash(
  { lab, seed, scorm }: Pick<Extract<LabAddress, { readonly lab: string }>, "lab" | "seed" | "scorm">,
  step?: string,
  page: LabView = "lab",
): string {
  const name = page === "report" ? "lab-report" : "lab";
  const parts = [
    `${name}=${lab}`,
    ...(step === undefined ? [] : [`step=${step}`]),
    ...(seed === 0 ? [] : [`seed=${seed}`]),
    ...(scorm ? ["scorm=1"] : []),
  ];
  return `#${parts.join("&")}`;
}
