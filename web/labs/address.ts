/** Addresses of the lab pages: `#labs`, `#lab=NAME&step=ID&seed=N`, `#lab-report=NAME&seed=N`, `#lab-grade`,
 * `#lab-editor`, `#lab-link=PAYLOAD&seed=N`. Learning platforms add their parameters before the `#`, or behind another
 * `?`: `?seed=N#lab=NAME`, `#lab=NAME?seed=N`. */
import { SLUG } from "../../lib/labs/lab.ts";
import { seedOfStudent } from "../../lib/labs/seedOfStudent.ts";

type LabView = "lab" | "report";

export type LabAddress =
  | { readonly page: "list" | "grade" | "editor" }
  /** A complete lab, packed. */
  | { readonly page: "link"; readonly payload: string; readonly seed: number }
  | {
      readonly page: LabView;
      /** Id of a lab that comes with irqscope, or the name of an own one. */
      readonly lab: string;
      readonly step: string | undefined;
      /** 0 means the lab without variation. */
      readonly seed: number;
      /** A learning platform has opened it, and keeps the progress. */
      readonly scorm: boolean;
      /** The platform identifies the student, and the seed follows from the student. */
      readonly ofStudent?: boolean;
    };

/** `search` is the part before the `#`. */
export function readLabAddress(hash: string, search = ""): LabAddress {
  const parts = new Map(
    hash
      .replace(/^#/, "")
      .split(/[&?]/)
      .map((part) => {
        const equals = part.indexOf("=");
        return equals < 0
          ? ([part, ""] as const)
          : ([part.slice(0, equals), part.slice(equals + 1)] as const);
      }),
  );
  const seed = parts.get("seed") ?? new URLSearchParams(search).get("seed") ?? "";
  if (parts.has("lab-grade")) return { page: "grade" };
  if (parts.has("lab-editor")) return { page: "editor" };
  const payload = parts.get("lab-link");
  if (payload !== undefined) return { page: "link", payload, seed: seedIn(seed) };
  const page = parts.has("lab-report") ? "report" : "lab";
  const lab = parts.get(page === "report" ? "lab-report" : "lab");
  if (lab === undefined || lab === "") return { page: "list" };
  const step = parts.get("step");
  const scorm = parts.get("scorm") === "1";
  const ofStudent = scorm && seed === OF_STUDENT;
  return {
    page,
    lab,
    step: step !== undefined && SLUG.test(step) ? step : undefined,
    seed: ofStudent ? 0 : seedIn(seed),
    scorm,
    ...(ofStudent ? { ofStudent } : {}),
  };
}

/** Replaces the seed in a learning platform. */
const OF_STUDENT = "student";

function seedIn(text: string): number {
  try {
    return seedOfStudent(decodeURIComponent(text));
  } catch {
    return seedOfStudent(text);
  }
}

export function labHash(
  {
    lab,
    seed,
    scorm,
    ofStudent = false,
  }: Pick<Extract<LabAddress, { readonly lab: string }>, "lab" | "seed" | "scorm" | "ofStudent">,
  step?: string,
  page: LabView = "lab",
): string {
  const name = page === "report" ? "lab-report" : "lab";
  const parts = [
    `${name}=${lab}`,
    ...(step === undefined ? [] : [`step=${step}`]),
    ...(ofStudent ? [`seed=${OF_STUDENT}`] : seed === 0 ? [] : [`seed=${seed}`]),
    ...(scorm ? ["scorm=1"] : []),
  ];
  return `#${parts.join("&")}`;
}
