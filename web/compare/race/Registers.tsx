import type { MachineView } from "../../engine/protocol.ts";
import { REGISTERS } from "../../simulate/quiet/registerSets.ts";
import type { MachineInfo } from "../../simulate/stage/machineInfo.ts";
import { cpusOfCore, cpuWork } from "../../simulate/stage/places.ts";
import { t, translated } from "../../text/t.ts";
import { movingOn, type RegisterBox, registerBoxes } from "./registers.ts";
import "./registers.css";

interface RegistersProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly core: number;
}

/** More contexts would make the cells too small. */
const BOX_LIMIT = 5;

/** The present work of a core, its contexts, and the registers that it has saved in memory, cell by cell. */
export function Registers({ view, facts, core }: RegistersProps) {
  const boxes = registerBoxes(view, facts, core);
  return (
    <div className="grid gap-2 slim">
      <ol className="registers__works gap-1 flush tight no-marks" aria-label={t("Works for")}>
        {cpusOfCore(core, facts).map((cpu) => (
          <Work key={cpu} view={view} facts={facts} cpu={cpu} />
        ))}
      </ol>
      <ul className="registers__boxes gap-2 flush tight no-marks" aria-label={t("Contexts")}>
        {boxes.slice(0, BOX_LIMIT).map((box) => (
          <Box key={box.key} box={box} />
        ))}
        {boxes.length > BOX_LIMIT ? (
          <li className="small">{t("and {count} more", { count: boxes.length - BOX_LIMIT })}</li>
        ) : null}
      </ul>
    </div>
  );
}

interface WorkProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly cpu: number;
}

/** Shows the running thread, or the work of the hardware for it, in the colour of the layer. */
function Work({ view, facts, cpu }: WorkProps) {
  const { layer, thread, packet, layerText } = cpuWork(view, cpu, facts);
  const moving = movingOn(view, cpu, facts);
  const text =
    moving === undefined
      ? layer === "entry"
        ? layerText
        : translated(thread)
      : moving.to === "memory"
        ? t("save registers")
        : t("restore registers");
  return (
    <li className="registers__work row apart gap-2 slim r-2" data-layer={layer}>
      <b className="cut">{text}</b>
      <span className="mono nowrap">
        {moving === undefined
          ? packet === undefined || layer === "entry"
            ? ""
            : t("packet {number}", { number: packet })
          : t("{number} of {of}", { number: moving.done, of: REGISTERS })}
      </span>
    </li>
  );
}

const INDICES = Array.from({ length: REGISTERS }, (_, index) => index);

function Box({ box: { name, isMemory, isActive, owner, from, to, part } }: { readonly box: RegisterBox }) {
  const thread = owner === undefined ? (isMemory ? "" : t("free")) : translated(owner.thread);
  return (
    <li
      className="registers__box anchor grid gap-1 slim r-2 surface"
      data-active={isActive}
      data-memory={isMemory}
      data-layer={owner?.layer ?? "idle"}
      data-part={part}
    >
      <span className="stack slim t-13">
        <b className="nowrap">{name}</b> <span className="cut ink-2">{thread}</span>
        {isActive ? <span className="sr-only">, {t("active context")}</span> : null}
      </span>
      <span className="registers__cells" aria-hidden="true">
        {INDICES.map((index) => (
          <i key={index} data-on={index >= from && index < to} />
        ))}
      </span>
    </li>
  );
}
