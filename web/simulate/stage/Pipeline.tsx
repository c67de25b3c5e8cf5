import { partText } from "../../../scenarios/story/parts.ts";
import type { MachineView } from "../../engine/protocol.ts";
import type { Pace } from "../../state/playback.ts";
import { CoreWork } from "./CoreWork.tsx";
import type { MachineInfo } from "./machineInfo.ts";
import type { StageMotion } from "./motion.ts";
import { coreStage, pipelineColumns, pipelineName } from "./pipelines.ts";
import { CoreTime } from "./RateViews.tsx";
import type { StageRates } from "./rates.ts";
import { StageBox } from "./StageBox.tsx";

export interface PipelineProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly core: number;
  /** By entry of `view.stages`. */
  readonly motions: readonly StageMotion[];
  readonly rates?: StageRates | undefined;
  /** Left out: stages. */
  readonly pace?: Pace;
}

/** The pipeline of a core that runs one context at a time. */
export function Pipeline({ view, facts, core, motions, rates, pace = "cycles" }: PipelineProps) {
  const { stages } = facts.pipeline;
  const columns = pipelineColumns(stages.length);
  return (
    <ol
      className={rates === undefined ? "pipeline grid gap-2" : "pipeline overlaid grid gap-2 anchor"}
      data-pace={pace}
      aria-label={pipelineName(core, facts)}
      data-deep={columns < stages.length}
      data-part={partText("pipeline", String(core + 1))}
      style={{ "--stages": columns }}
    >
      {stages.map((name, index) => {
        const at = coreStage(view, core, index, facts);
        return (
          <StageBox
            key={name}
            name={name}
            stage={view.stages[at]}
            motion={motions[at] ?? "none"}
            cycle={view.cycle}
          />
        );
      })}
      {pace === "packets" ? <CoreWork view={view} facts={facts} cpu={core} /> : null}
      <CoreTime time={rates?.cores[core]} />
    </ol>
  );
}
