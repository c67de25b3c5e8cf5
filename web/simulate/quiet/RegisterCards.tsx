/** Register sets as cells: register sets of the core, and copies in memory. */
import { memo } from "react";
import { partText } from "../../../scenarios/story/parts.ts";
import type { Layer, MachineView } from "../../engine/protocol.ts";
import { t, translated } from "../../text/t.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { REGISTERS, type RegisterSet, registerSets } from "./registerSets.ts";
import "./registers.css";

interface RegisterCardsProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly core: number;
}

export function RegisterCards({ view, facts, core }: RegisterCardsProps) {
  const sets = registerSets(view, facts, core);
  return (
    <ul className="regcards grid" aria-label={t("Contexts")} style={{ "--sets": sets.length }}>
      {sets.map((set) => (
        <RegisterCard key={set.key} set={set} thread={nameOf(set, facts)} />
      ))}
    </ul>
  );
}

const nameOf = ({ thread }: RegisterSet, { threads }: MachineInfo) =>
  thread === undefined ? undefined : threads[thread]?.name;

function RegisterCard({ set, thread }: { readonly set: RegisterSet; readonly thread: string | undefined }) {
  const { context, name, layer, filled, isActive, moving } = set;
  const inMemory = context === undefined;
  return (
    <li
      className="regcard slim anchor surface hair-2 r-3"
      data-active={isActive}
      data-memory={inMemory}
      data-moving={moving}
      data-part={inMemory ? "saved" : partText("context", String(context + 1))}
      data-thread={thread}
    >
      {isActive ? <i className="regcard__active placed" aria-hidden="true" /> : null}
      <p className="line apart gap-2">
        <span className="slim">
          {name === undefined ? (
            <span className="regcard__place placed nowrap ground">
              {inMemory ? t("in memory") : t("registers")}{" "}
            </span>
          ) : null}
          {`${name === undefined ? "" : `${name}: `}${thread === undefined ? (inMemory ? t("nothing") : t("free")) : translated(thread)}`}
        </span>
        {moving === undefined ? null : <span className="regcard__count placed mono ground">{filled}</span>}
        {isActive ? <span className="sr-only">{t("active context")}</span> : null}
      </p>
      <RegisterCells filled={filled} layer={layer} fromEnd={inMemory ? moving === "out" : moving === "out"} />
    </li>
  );
}

interface CellsProps {
  readonly filled: number;
  readonly layer: Layer;
  /** The first cells empty first. */
  readonly fromEnd: boolean;
}

const RegisterCells = memo(function RegisterCells({ filled, layer, fromEnd }: CellsProps) {
  return (
    <span className="regcells grid" data-layer={layer} aria-hidden="true">
      {Array.from({ length: REGISTERS }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
        <i key={at} className="sunk hair-2" data-on={fromEnd ? at >= REGISTERS - filled : at < filled} />
      ))}
    </span>
  );
});
