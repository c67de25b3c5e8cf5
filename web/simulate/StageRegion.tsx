import { memo, useMemo, useState } from "react";
import type { MachineView } from "../engine/protocol.ts";
import {
  FAST_INTERVAL_MS,
  useActions,
  useApp,
  useLive,
  useMetrics,
  useSession,
  useThrottled,
} from "../state/hooks.ts";
import { errorText } from "../state/notices.ts";
import { t } from "../text/t.ts";
import { useLanguage } from "../text/useLanguage.ts";
import { later } from "../ui/later.ts";
import { useLater } from "../ui/useLater.ts";
import { LagNote } from "./LagNote.tsx";
import { QuietStage } from "./quiet/QuietStage.tsx";
import { useQuiet } from "./quiet/useShownParts.ts";
import { type MachineInfo, machineInfo } from "./stage/machineInfo.ts";
import type { StageProps } from "./stage/stageLayers.tsx";
import { usePace, useRates } from "./stage/useRates.ts";

/** The machine with all its details: a newcomer sees it without them. */
const detailedStage = later(async () => (await import("./stage/MachineStage.tsx")).MachineStage);

export function StageRegion() {
  const isQuiet = useQuiet();
  const DetailedStage = useLater(detailedStage, !isQuiet);
  const scenario = useApp((state) => state.scenario);
  const status = useApp((state) => state.status);
  const error = useApp((state) => state.loadError);
  const silent = useApp((state) => state.silent);
  const pace = usePace();
  const fast = pace === "rates";
  const view = useThrottled(useLive().view, fast ? FAST_INTERVAL_MS : 0);
  const metrics = useMetrics();
  const facts = useMemo(() => (scenario === undefined ? undefined : machineInfo(scenario)), [scenario]);
  const { previous, last } = usePictures(view, facts);
  const rates = useRates(facts, fast, view?.cycle, metrics);
  const { loadScenario } = useActions();
  const { position } = useSession();

  if (silent && (view === undefined || facts === undefined)) return <NoAnswer />;
  if (error !== undefined && (view === undefined || facts === undefined)) {
    return (
      <section className="stage-message" aria-label={t("Machine")}>
        {error.code === "engine-fault" ? (
          <>
            <h2>{t("The simulation stopped: its engine does not run")}</h2>
            <p>{errorText(error)}</p>
            <p className="dim">
              {t(
                "Its WebAssembly part was not loaded, or broke. Is there a connection? Does this network or browser block WebAssembly?",
              )}
            </p>
            <button type="button" className="btn btn--primary" onClick={() => window.location.reload()}>
              {t("Load the page again")}
            </button>
          </>
        ) : (
          <>
            <h2>
              {status === "failed"
                ? t("Nothing runs: the scenario was refused")
                : t("The simulation stopped")}
            </h2>
            <p>{errorText(error)}</p>
            <p className="dim">{t("Pick another scenario above, or drop a file.")}</p>
          </>
        )}
      </section>
    );
  }
  const Drawn = isQuiet ? QuietStage : DetailedStage;
  if (Drawn === undefined) return <StageToCome />;
  if (view === undefined || facts === undefined) {
    if (last === undefined) return <StageToCome />;
    return (
      <div className="stage-frame stack grow low anchor" data-dimmed="true" aria-busy="true">
        <Stage
          Drawn={Drawn}
          {...last}
          previous={undefined}
          moving={false}
          pace="cycles"
          instructionsPerCycle={undefined}
          rates={undefined}
        />
      </div>
    );
  }
  const ipc =
    metrics === undefined || metrics.detailedCycles === 0
      ? undefined
      : Number((metrics.instructions / metrics.detailedCycles).toPrecision(IPC_DIGITS));
  const broken = error?.code === "engine-fault";
  return (
    <div className="stage-frame stack grow low anchor" data-dimmed={broken}>
      <Stage
        Drawn={Drawn}
        view={view}
        previous={previous}
        facts={facts}
        moving={pace === "cycles" && !broken}
        pace={broken ? "cycles" : pace}
        instructionsPerCycle={ipc}
        rates={broken ? undefined : rates}
      />
      <LagNote of="view" />
      {(broken || silent) && scenario !== undefined ? (
        <div className="stage-frame__note row apart gap-4 placed raised r-3 pad-3-4 floating" role="alert">
          <p>
            <span className="loss">✕</span>{" "}
            {broken ? t("The engine stopped. {error}", { error: errorText(error) }) : t(SILENT)}
          </p>
          <button
            type="button"
            className="btn btn--primary"
            onClick={() => loadScenario(scenario, { kind: "edit" }, broken ? undefined : position())}
          >
            {t("Start this scenario again")}
          </button>
        </div>
      ) : null}
    </div>
  );
}

const SILENT = "The engine has not answered for some seconds: it hangs, or is gone.";

/** Shown before there is a machine. */
function NoAnswer() {
  return (
    <section className="stage-message" role="alert" aria-label={t("Machine")}>
      <h2>{t("Nothing runs yet")}</h2>
      <p>{t(SILENT)}</p>
      <button type="button" className="btn btn--primary" onClick={() => window.location.reload()}>
        {t("Load the page again")}
      </button>
    </section>
  );
}

/** Number of digits shown. Changes of counters below them do not redraw the machine. */
const IPC_DIGITS = 2;

const Stage = memo(function Stage({ Drawn, ...props }: StageProps & { readonly Drawn: typeof QuietStage }) {
  useLanguage();
  return <Drawn {...props} />;
});

interface Picture {
  readonly view: MachineView;
  readonly facts: MachineInfo;
}

interface Pictures {
  readonly shown: MachineView | undefined;
  readonly previous: MachineView | undefined;
  /** The last view with its machine. It stays while a changed machine runs to the same cycle. */
  readonly last: Picture | undefined;
}

/** The picture before the present one, and the last existing one. */
function usePictures(view: MachineView | undefined, facts: MachineInfo | undefined): Pictures {
  const picture = view === undefined || facts === undefined ? undefined : { view, facts };
  const [pictures, setPictures] = useState<Pictures>({ shown: view, previous: view, last: picture });
  if (pictures.shown === view) return pictures;
  const next = { shown: view, previous: pictures.shown, last: picture ?? pictures.last };
  setPictures(next);
  return next;
}

/** The stage while the first machine is being built. */
function StageToCome() {
  return (
    <section className="stage quiet grow low anchor" aria-label={t("Machine")} aria-busy="true">
      <p className="sr-only" role="status">
        {t("Building the machine")}
      </p>
    </section>
  );
}
