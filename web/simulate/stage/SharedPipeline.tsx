import { partText } from "../../../scenarios/story/parts.ts";
import type { MachineView, StageView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { contextNameInCore } from "../../ui/contextName.ts";
import { frontOf, type IssueStatus, issueStatusOf, lanesOf, losesTime } from "./contexts.ts";
import { LAYER_TEXT, POLICY_NAME } from "./labels.ts";
import type { MachineInfo } from "./machineInfo.ts";
import type { StageMotion } from "./motion.ts";
import { CoreWork, type PipelineProps, StageTag, StageText } from "./Pipeline.tsx";
import { pipelineName } from "./pipelines.ts";
import { contextsOfCore, cpuOfContext, frameOnCpu } from "./places.ts";
import { CoreTime, TimeLine } from "./RateViews.tsx";
import type { TimeShares } from "./rates.ts";
import { frontName, stageName } from "./speech.ts";
import "./sharedPipeline.css";
import "./backEnd.css";

export interface SharedPipelineProps extends PipelineProps {
  /** True if rows name the threads of their contexts, because there are no cards. */
  readonly named: boolean;
}

/** A pipeline that contexts share cycle by cycle. Each context has its own stages up to the one that issues. The gate
 * shows which context the policy chose and why the others wait. The other stages are shared. */
export function SharedPipeline({ view, facts, core, motions, named, rates, pace }: SharedPipelineProps) {
  const { stages, executeStage } = facts.pipeline;
  const contexts = contextsOfCore(core, facts);
  const front = stages.slice(0, executeStage);
  const back = stages.slice(executeStage);
  const frontColumns = { gridColumn: `1 / span ${front.length + 2}` };
  const motionOf = (stage: StageView | undefined): StageMotion =>
    stage === undefined ? "none" : (motions[view.stages.indexOf(stage)] ?? "none");
  return (
    <div
      className="shared grid"
      data-rows={contexts.length > 8 ? "many" : contexts.length > 4 ? "some" : "few"}
      data-named={named}
      data-pace={pace}
      data-part={partText("pipeline", String(core + 1))}
      style={{ "--front": front.length, "--back": back.length }}
    >
      <div
        className="shared__heads grid t-11 ink-2 w-600 nowrap lh-16"
        aria-hidden="true"
        style={frontColumns}
      >
        <span />
        {front.map((name) => (
          <span key={name}>{name}</span>
        ))}
        <span className="shared__policy">{POLICY_NAME[facts.policy]}</span>
      </div>
      <ul
        className="shared__front grid"
        aria-label={t("Front stages, {policy}", { policy: POLICY_NAME[facts.policy] })}
        style={frontColumns}
      >
        {contexts.map((context) => (
          <FrontRow
            key={context}
            view={view}
            facts={facts}
            context={context}
            motionOf={motionOf}
            named={named}
            time={rates?.contexts[context]}
          />
        ))}
      </ul>
      <ol
        className={rates === undefined ? "shared__back grid" : "shared__back overlaid grid anchor"}
        aria-label={pipelineName(core, facts)}
        style={{ gridColumn: `span ${back.length}` }}
      >
        {back.map((name, index) => (
          <BackStage
            key={name}
            name={name}
            lanes={lanesOf(view, contexts, executeStage + index, facts)}
            facts={facts}
            motionOf={motionOf}
            cycle={view.cycle}
          />
        ))}
        <CoreTime time={rates?.cores[core]} />
      </ol>
      {pace === "packets" ? (
        <ul className="shared__work grid gap-1 placed cover">
          {contexts.map((context) => (
            <CoreWork
              key={context}
              view={view}
              facts={facts}
              cpu={cpuOfContext(context, facts)}
              isLarge={false}
            />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

interface FrontRowProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly context: number;
  readonly motionOf: (stage: StageView | undefined) => StageMotion;
  readonly named: boolean;
  readonly time: TimeShares | undefined;
}

function FrontRow({ view, facts, context, motionOf, named, time }: FrontRowProps) {
  const name = contextNameInCore(context, facts.cores);
  const gate = issueStatusOf(view, context, facts);
  const stages = frontOf(view, context, facts);
  const frame = frameOnCpu(view, cpuOfContext(context, facts), facts);
  const thread = frame === undefined ? undefined : facts.threads[frame.thread]?.name;
  const spoken = frontName(name, stages, facts.pipeline.stages, gate);
  return (
    <li
      className={
        time === undefined ? "shared__row grid low across" : "shared__row overlaid grid low across anchor"
      }
      data-gate={gate.kind}
      data-part={partText("context", String(context + 1))}
      data-thread={thread}
    >
      <span className="sr-only">{named && thread !== undefined ? `${thread}, ${spoken}` : spoken}</span>
      <span
        className="shared__label row gap-6px slim t-11"
        data-layer={frame?.layer ?? "idle"}
        aria-hidden="true"
      >
        <b className="mono">{name}</b>
        {named ? (
          <>
            <i className="swatch" />
            <span className="slim cut" title={thread}>
              {thread ?? t("idle")}
            </span>
          </>
        ) : null}
      </span>
      {stages.map((stage, index) => (
        <FrontCell
          key={facts.pipeline.stages[index]}
          stage={stage}
          motion={motionOf(stage)}
          cycle={view.cycle}
        />
      ))}
      <GateMark gate={gate} />
      {time === undefined ? null : <TimeLine time={time} name={name} />}
    </li>
  );
}

interface CellProps {
  readonly stage: StageView | undefined;
  readonly motion: StageMotion;
  readonly cycle: number;
}

function FrontCell({ stage, motion, cycle }: CellProps) {
  return (
    <span
      className="cell slim anchor hair-2 r-1"
      data-layer={stage?.layer ?? "idle"}
      data-empty={stage === undefined}
      data-struck={stage !== undefined && (stage.flushed || stage.nullified)}
      data-held={losesTime(stage)}
      aria-hidden="true"
    >
      {stage === undefined ? null : (
        <span
          className="cell__work row high anchor"
          key={motion === "none" ? "still" : cycle}
          data-motion={motion}
        >
          <StageText stage={stage} />
        </span>
      )}
    </span>
  );
}

function GateMark({ gate }: { readonly gate: IssueStatus }) {
  return (
    <span
      className="gate row in-middle anchor t-10 ink-3 nowrap lh-16"
      data-kind={gate.kind}
      aria-hidden="true"
    >
      {gate.kind === "held" ? <span className="tag r-1">{gate.text}</span> : <span>{gate.text}</span>}
    </span>
  );
}

interface BackStageProps {
  readonly name: string;
  readonly lanes: readonly (StageView | undefined)[];
  readonly facts: MachineInfo;
  readonly motionOf: (stage: StageView | undefined) => StageMotion;
  readonly cycle: number;
}

function BackStage({ name, lanes, facts, motionOf, cycle }: BackStageProps) {
  return (
    <li className="back stack slim" data-lanes={lanes.length}>
      <span className="back__name t-11 ink-2 w-600 lh-16" aria-hidden="true">
        {name}
      </span>
      {lanes.map((stage, lane) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place
        <BackLane key={lane} name={name} stage={stage} facts={facts} motion={motionOf(stage)} cycle={cycle} />
      ))}
    </li>
  );
}

interface BackLaneProps extends CellProps {
  readonly name: string;
  readonly facts: MachineInfo;
}

function BackLane({ name, stage, facts, motion, cycle }: BackLaneProps) {
  const context = stage === undefined ? "" : contextNameInCore(stage.context, facts.cores);
  const spoken = stageName(name, stage);
  return (
    <div
      className="back__lane grow slim low anchor hair-2 r-2"
      data-layer={stage?.layer ?? "idle"}
      data-empty={stage === undefined}
      data-struck={stage !== undefined && (stage.flushed || stage.nullified)}
      data-held={losesTime(stage)}
    >
      <span className="sr-only">{stage === undefined ? spoken : `${spoken}, ${context}`}</span>
      {stage === undefined ? (
        <span className="back__bubble block small" aria-hidden="true">
          {t("bubble")}
        </span>
      ) : (
        <div
          className="back__work stack gap-2px high anchor"
          key={motion === "none" ? "still" : cycle}
          data-motion={motion}
          aria-hidden="true"
        >
          <b className="mono back__context t-12 w-650">{context}</b>
          <StageText stage={stage} />
          <span className="back__layer whole t-11 ink-2">{LAYER_TEXT[stage.layer]}</span>
          <StageTag stage={stage} />
        </div>
      )}
    </div>
  );
}
