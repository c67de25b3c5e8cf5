/** Opens dropped files that are neither a scenario nor a capture, on the page that handles them. */
import { labHash } from "../labs/address.ts";
import { handOver } from "../labs/handedOver.ts";
import type { Elsewhere } from "../scenarios/open/open.ts";
import type { Session } from "../state/session.ts";
import { pageOf } from "../state/usePage.ts";
import type { Draft } from "../study/draft/draft.ts";
import { translatedMessage } from "../text/message.ts";
import { t, tCount } from "../text/t.ts";

/** Reports files that it cannot open. */
export async function openElsewhere(session: Session, { file, kind }: Elsewhere): Promise<void> {
  const { notify } = session.actions;
  switch (kind) {
    case "assembly":
    case "elf": {
      const { openProgram } = await import("../program/openProgram.ts");
      if (pageOf(window.location.hash) !== "simulate") window.location.hash = "#simulate";
      return openProgram(session, file, kind);
    }
    case "study":
      return openStudy(session, file.name, await file.text());
    case "bundle":
      return openBundle(session, file);
    case "lab":
      handOver("lab", file);
      return goTo("#labs");
    case "submission":
      handOver("submission", file);
      return goTo("#lab-grade");
    case "progress":
      return openProgress(session, file);
    case "library": {
      const { library } = await import("../scenarios/library/library.ts");
      const { found, refused } = await library().importText(file.name, await file.text());
      const [first] = refused;
      if (first !== undefined) return notify("error", first);
      return notify(
        "info",
        tCount(
          found.length,
          "{count} scenario was added to yours in the gallery.",
          "{count} scenarios were added to yours in the gallery.",
        ),
      );
    }
  }
}

function goTo(hash: string): void {
  window.location.hash = hash;
}

async function openStudy(session: Session, name: string, text: string): Promise<void> {
  const [{ readJson }, { isObject }, { studyPage }] = await Promise.all([
    import("../../scenarios/read/json.ts"),
    import("../../scenarios/base/values.ts"),
    import("../study/studyHere.ts"),
  ]);
  const json = readJson(text);
  if (!json.ok) return session.actions.notify("error", `${name}: ${translatedMessage(json.error.message)}.`);
  if (!isObject(json.value)) return session.actions.notify("error", t("The file holds no study."));
  const changed = studyPage.change(json.value as Draft);
  goTo("#sweep");
  await changed;
}

const STUDY_FILE = "study.json";

/** Opens only the study of a bundle. Its rows count only if they are computed again, as irqscope verify does, so the
 * page runs them. */
async function openBundle(session: Session, file: File): Promise<void> {
  const [{ unzipSync, strFromU8 }, { JSON_BYTE_LIMIT }] = await Promise.all([
    import("fflate"),
    import("../../scenarios/base/limits.ts"),
  ]);
  let study: Uint8Array | undefined;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    study = unzipSync(bytes, {
      filter: ({ name, originalSize }) => name === STUDY_FILE && originalSize <= JSON_BYTE_LIMIT,
    })[STUDY_FILE];
  } catch {
    study = undefined;
  }
  if (study === undefined)
    return session.actions.notify(
      "error",
      t("{name}: the study in it cannot be unpacked.", { name: file.name }),
    );
  await openStudy(session, file.name, strFromU8(study));
  session.actions.notify(
    "info",
    t(
      "{name}: the study in it is open. Its results are not imported: Run measures them again, as irqscope verify does.",
      {
        name: file.name,
      },
    ),
  );
}

/** Opens progress in its lab, which is part of the course or the user's own. */
async function openProgress(session: Session, file: File): Promise<void> {
  const [{ BUILTIN_LABS }, { ownLabs }, { progressLab }] = await Promise.all([
    import("../../scenarios/labs/index.ts"),
    import("../labs/ownLabs.ts"),
    import("../../lib/labs/progressFile.ts"),
  ]);
  const of = progressLab(await file.text());
  if (of === undefined)
    return session.actions.notify("error", t("{name}: the saved progress is damaged.", { name: file.name }));
  const isOfCourse = BUILTIN_LABS.some(({ id }) => id === of.lab);
  const own = isOfCourse ? [] : [...(await ownLabs(session.storage))];
  const lab = isOfCourse ? of.lab : own.find(([, { id }]) => id === of.lab)?.[0];
  if (lab === undefined)
    return session.actions.notify(
      "error",
      t("{name} is saved progress of the lab {lab}: open that lab first.", { name: file.name, lab: of.lab }),
    );
  handOver("progress", file);
  goTo(labHash({ lab, seed: of.seed, scorm: false }, undefined, "report"));
}
