import { useEffect, useState } from "react";
import { loadLab } from "../../lib/labs/gallery.ts";
import { LAB_CHARACTER_LIMIT, type Lab, type LabResult } from "../../lib/labs/lab.ts";
import { isOwnLabName, PACKED_LAB, PACKED_LAB_FILE, readOwnLab } from "../../lib/labs/own.ts";
import { seedOfStudent } from "../../lib/labs/seedOfStudent.ts";
import { createMachinePool } from "../engine/machinePool.ts";
import type { SimulatorParts } from "../simulate/parts.tsx";
import { useSession } from "../state/hooks.ts";
import { translatedMessage } from "../text/message.ts";
import { useLanguage } from "../text/useLanguage.ts";
import { PageLoading } from "../ui/Skeleton.tsx";
import { askToPersist, type KeyValueStore } from "../ui/storage.ts";
import type { LabAddress } from "./address.ts";
import { BrokenLab, faultsOf } from "./BrokenLab.tsx";
import { LabPage } from "./LabPage.tsx";
import { type LabSession, openLabSession } from "./labSession.ts";
import { loadLabTexts } from "./labText.ts";
import { findOwnLab } from "./ownLabs.ts";
import { ReportPage } from "./ReportPage.tsx";
import { type Platform, platformOf } from "./scorm.ts";
import { useStoreTyped } from "./useTyped.ts";
import { WORDS } from "./words.ts";

interface OpenLabProps {
  readonly address: Extract<LabAddress, { readonly page: "lab" | "report" }>;
  readonly simulator: SimulatorParts;
}

type Opening =
  | { readonly status: "loading" }
  | { readonly status: "open"; readonly lab: LabSession; readonly platform: Platform }
  | { readonly status: "failed"; readonly reasons: readonly string[] };

/** The lab that the address names, loaded, with the progress stored on this device. */
export default function OpenLab({ address, ...props }: OpenLabProps) {
  const session = useSession();
  const [opening, setOpening] = useState<Opening>({ status: "loading" });
  const { lab: id, step: firstStep, scorm, ofStudent } = address;

  // The step of the first address counts; later ones are followed by the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another lab or seed has another key
  useEffect(() => {
    const pool = createMachinePool();
    let opened: LabSession | undefined;
    let gone = false;
    const open = async (): Promise<Opening> => {
      const found = await findLab(id, session.storage);
      if (gone) return { status: "loading" };
      if (!found.ok) return { status: "failed", reasons: found.reasons };
      const runMachine: Parameters<typeof openLabSession>[0]["runMachine"] = (scenario) =>
        pool.run(scenario, 0);
      const platform = platformOf(scorm, window);
      const isTold = typeof platform === "object";
      const number = isTold ? (platform.student()?.number ?? "") : "";
      // Preparing another variant than the student's own would be useless work.
      if (ofStudent && number === "") return { status: "failed", reasons: [WORDS.platformStudentUnknown] };
      const seed = ofStudent ? seedOfStudent(number) : address.seed;
      opened = await openLabSession({
        lab: found.lab,
        isOwn: isOwnLabName(id) || id === PACKED_LAB,
        seed,
        session,
        storage: isTold ? platform.storage(found.lab, seed, session.storage) : visitStorage(session.storage),
        runMachine,
        firstStep,
      });
      if (!isTold)
        opened.store.subscribe((now, before) => {
          if (now.kept && now.progress !== before.progress) askToPersist();
        });
      if (gone) {
        opened.close();
        pool.stop();
      } else await loadLabTexts(found.lab).catch(() => undefined);
      return { status: "open", lab: opened, platform };
    };
    open()
      .catch((error: unknown): Opening => ({ status: "failed", reasons: [errorText(error)] }))
      .then((next) => {
        if (!gone) setOpening(next);
      });
    return () => {
      gone = true;
      opened?.close();
      pool.stop();
    };
  }, []);

  const lab = opening.status === "open" ? opening.lab : undefined;
  useLabTexts(lab?.bench.lab);
  useStoreTyped(lab);

  if (opening.status === "loading") return <PageLoading />;
  if (opening.status === "failed") return <BrokenLab reasons={opening.reasons} />;
  return address.page === "report" ? (
    <ReportPage lab={opening.lab} address={address} platform={opening.platform} />
  ) : (
    <LabPage lab={opening.lab} address={address} platform={opening.platform} {...props} />
  );
}

type Found =
  | { readonly ok: true; readonly lab: Lab }
  | { readonly ok: false; readonly reasons: readonly string[] };

async function findLab(id: string, storage: KeyValueStore): Promise<Found> {
  const result =
    id === PACKED_LAB
      ? await packedLab()
      : isOwnLabName(id)
        ? await findOwnLab(storage, id)
        : await loadLab(id);
  if (result === undefined && isOwnLabName(id)) return { ok: false, reasons: [WORDS.ownLabGone] };
  if (result === undefined) return { ok: false, reasons: [WORDS.noLab(id.slice(0, 60))] };
  if (result.ok) return { ok: true, lab: result.lab };
  return { ok: false, reasons: faultsOf(result) };
}

/** Loads the lab in the package. It is checked like any other file. */
async function packedLab(): Promise<LabResult | undefined> {
  const response = await fetch(`./${PACKED_LAB_FILE}`);
  const text = response.ok ? await response.text() : "";
  return response.ok && text.length <= LAB_CHARACTER_LIMIT ? readOwnLab(text) : undefined;
}

function errorText(error: unknown): string {
  return translatedMessage(error instanceof Error ? error.message : String(error));
}

/** Renders again when the texts of the lab are there in the language of the page. */
function useLabTexts(lab: Lab | undefined): void {
  const language = useLanguage();
  const [, renderAgain] = useState({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language has other texts
  useEffect(() => {
    if (lab === undefined) return;
    let gone = false;
    loadLabTexts(lab).then(
      (isNew) => isNew && !gone && renderAgain({}),
      // Without a translation the lab stays in English.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [lab, language]);
}

/** If the device stores nothing, progress lasts for the visit, so that a student may leave a lab and return. */
const kept = new Map<string, string>();

function visitStorage(device: KeyValueStore): KeyValueStore {
  return {
    ...device,
    read: (key) => kept.get(key) ?? device.read(key),
    write: (key, value) => {
      const isKept = device.write(key, value);
      if (isKept) kept.delete(key);
      else kept.set(key, value);
      return isKept;
    },
    remove: (key) => {
      kept.delete(key);
      return device.remove(key);
    },
  };
}
