/** A core of the quiet stage: one block in the colour of the running layer. It opens into the stages of its pipeline.
 */
import { partText } from "../../../scenarios/story/parts.ts";
import type { Layer, MachineView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { coreName } from "../../ui/contextName.ts";
import { shareText } from "../../ui/format.ts";
import { LAYER_TEXT } from "../stage/labels.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { cpusOfCore, cpuWork, frameOnCpu, placeOfCpu } from "../stage/places.ts";
import type { StageRates } from "../stage/rates.ts";

interface QuietCoresProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly rates: StageRates | undefined;
}

export function QuietCores({ view, facts, rates }: QuietCoresProps) {
  const { cores } = facts.cores;
  const isAlone = cores === 1;
  return (
    <ul
      className="quietcores grid gap-6px high flush tight no-marks"
      aria-label={t("Cores")}
      data-cores={cores}
    >
      {Array.from({ length: cores }, (_, core) => (
        <li
          className="quietcore grid gap-2px slim clip r-3"
          key={coreName(core)}
          data-part={partText("core", String(core + 1))}
        >
          {rates === undefined ? (
            cpusOfCore(core, facts).map((cpu) => (
              <Work
                key={cpu}
                view={view}
                facts={facts}
                cpu={cpu}
                isLarge={isAlone && view.cpus.length === 1}
              />
            ))
          ) : (
            <Shares rates={rates} core={core} name={isAlone ? "" : coreName(core)} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface WorkProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly cpu: number;
  readonly isLarge: boolean;
}

/** The present work of a cpu. */
export function Work({ view, facts, cpu, isLarge }: WorkProps) {
  const { layer, thread, note, isMasked } = workWords(view, cpu, facts);
  const place = placeOfCpu(cpu, view, facts);
  return (
    <div
      className={isLarge ? "quietwork slim t-15" : "quietwork slim"}
      data-layer={layer}
      data-large={isLarge}
    >
      <p className="line wrap apart gap-2 nowrap">
        <b className="quietwork__thread ends w-650">{thread}</b>
        {place === undefined ? null : <span>{place}</span>}
      </p>
      {note === "" && !isMasked ? null : (
        <p className="line wrap apart gap-1 nowrap">
          <span className="ends">{note}</span>
          {isMasked && isLarge ? <span>{t("interrupts off")}</span> : null}
        </p>
      )}
    </div>
  );
}

interface WorkWords {
  readonly layer: Layer;
  readonly thread: string;
  readonly note: string;
  readonly isMasked: boolean;
}

function workWords(view: MachineView, cpu: number, facts: MachineInfo): WorkWords {
  const { layer, thread, packet, layerText } = cpuWork(view, cpu, facts);
  const frame = frameOnCpu(view, cpu, facts);
  const isMasked = frame !== undefined && !frame.interruptsEnabled;
  switch (frame?.runState) {
    case "saving":
      return {
        layer,
        thread: t("saving registers"),
        note: t("before {thread}", { thread }),
        isMasked: false,
      };
    case "restoring":
      return { layer, thread: t("restoring registers"), note: t("of {thread}", { thread }), isMasked: false };
    case "entering":
      return { layer, thread: t("interrupt entry"), note: t("to {thread}", { thread }), isMasked: false };
    default:
      return {
        layer,
        thread,
        note: packet === undefined ? layerText : t("works on packet {number}", { number: packet }),
        isMasked,
      };
  }
}

const LEAST_NAMED = 0.14;

/** Shares of time, at a speed too high for single states. */
function Shares({
  rates,
  core,
  name,
}: {
  readonly rates: StageRates;
  readonly core: number;
  readonly name: string;
}) {
  const layers = rates.cores[core]?.layers ?? [];
  return (
    <div className="quietshares flex">
      {name === "" ? null : <b>{name}</b>}
      {layers.map(({ layer, share }) => (
        <span key={layer} className="clip nowrap" data-layer={layer} style={{ flexBasis: `${100 * share}%` }}>
          {share < LEAST_NAMED ? null : (
            <>
              {LAYER_TEXT[layer]} <span className="mono">{shareText(share)}</span>
            </>
          )}
        </span>
      ))}
    </div>
  );
}
