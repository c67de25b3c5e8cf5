import { type AnyRowKind, ROW_KINDS } from "../../devices/kinds.ts";
import type { MachineView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import type { MachineInfo } from "./machineInfo.ts";
import type { StageRates } from "./rates.ts";

interface DevicesProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly rates: StageRates | undefined;
}

/** Disks, timers and all devices that are no cards, a few words each. */
export function Devices({ view, facts, rates }: DevicesProps) {
  if (ROW_KINDS.every(({ list }) => facts[list].length === 0)) return null;
  return (
    <ul className="devices" aria-label={t("Devices")}>
      {ROW_KINDS.map((kind) => (
        <Rows key={kind.list} kind={kind} view={view} facts={facts} rates={rates} />
      ))}
    </ul>
  );
}

function Rows({ kind, view, facts, rates }: DevicesProps & { readonly kind: AnyRowKind }) {
  const { list, Row } = kind;
  return facts[list].map((device, index) => {
    const state = view[list][index];
    return state === undefined ? null : (
      <Row
        key={device.name}
        view={state}
        facts={device}
        rates={rates?.[list][index]}
        cycle={view.cycle}
        index={index}
        programs={view.programs}
      />
    );
  });
}
