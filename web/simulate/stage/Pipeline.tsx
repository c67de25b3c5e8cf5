/** The pipeline of a core that runs one context at a time, its stages, and over them the thread that it works for. */
import type { MachineView, StageView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { rowShort } from "../../ui/instructionText.ts";
import { isHeld } from "../../ui/stallText.ts";
import { Work } from "../quiet/QuietCore.tsx";
import { LAYER_TEXT } from "./labels.ts";
import type { MachineInfo } from "./machineInfo.ts";
import type { StageMotion } from "./motion.ts";
import { stageName, stageTag, stageText } from "./speech.ts";
import "./coreWork.css";
import { partText } from "../../../scenarios/story/parts.ts";
import type { Pace } from "../../state/playback.ts";
import { coreStage, pipelineColumns, pipelineName } from "./pipelines.ts";
import { CoreTime } from "./RateViews.tsx";
import type { StageRates } from "./rates.ts";

export interface PipelineProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly core: number;
  /** Motions by entry of `view.stages`. */
  readonly motions: readonly StageMotion[];
  readonly rates?: StageRates | undefined;
  /** If omitted: stages. */
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

interface StageBoxProps {
  readonly name: string;
  readonly stage: StageView | undefined;
  readonly motion: StageMotion;
  /** Changes when new content has moved in, so that its animation restarts. */
  readonly cycle: number;
}

function StageBox({ name, stage, motion, cycle }: StageBoxProps) {
  return (
    <li
      className="stagebox slim anchor hair-2 r-2"
      data-layer={stage?.layer ?? "idle"}
      data-empty={stage === undefined}
      data-struck={stage !== undefined && isStruck(stage)}
      data-held={stage !== undefined && isHeld(stage.stall)}
    >
      <span className="sr-only">{stageName(name, stage)}</span>
      <div className="stagebox__face stack high anchor" aria-hidden="true">
        <div className="stagebox__head flex apart gap-1 anchor t-11 ink-2 w-600 nowrap lh-16">
          <span>{name}</span>
          {stage === undefined ? null : <StageTag stage={stage} />}
        </div>
        {stage === undefined ? (
          <div className="stagebox__work stack grow low anchor">
            <span className="stagebox__layer whole t-11 ink-2">{t("bubble")}</span>
          </div>
        ) : (
          <div
            className="stagebox__work stack grow low anchor"
            key={motion === "none" ? "still" : cycle}
            data-motion={motion}
          >
            <StageText stage={stage} />
            <span className="stagebox__layer whole t-11 ink-2">{LAYER_TEXT[stage.layer]}</span>
          </div>
        )}
      </div>
    </li>
  );
}

function isStruck({ flushed, nullified }: StageView): boolean {
  return flushed || nullified;
}

export function StageTag({ stage }: { readonly stage: StageView }) {
  const text = stageTag(stage);
  if (text === undefined) return null;
  return <span className={isStruck(stage) ? "tag tag--outline r-1" : "tag r-1"}>{text}</span>;
}

/** Number of letters that fit into one line of a box of 84 px. */
const BRIEF_LETTERS = 10;

/** The mnemonic, and the operands if the box is wide enough. For entry, save and restore: words on up to two lines, or
 * one word if the box is narrow. */
export function StageText({ stage }: { readonly stage: StageView }) {
  const text = stageText(stage);
  const isStep =
    stage.rowKind === "entry-step" || (stage.rowKind !== "instruction" && stage.operation === "none");
  const end = text.indexOf(" ");
  return (
    <span
      className={isStep ? "stagebox__text" : "stagebox__text whole"}
      data-illustrative={stage.illustrative}
      data-step={isStep}
      data-brief={text.length <= BRIEF_LETTERS}
      title={text}
    >
      {isStep ? (
        <>
          <span className="stagebox__whole">{text}</span>
          <span className="stagebox__short">{rowShort({ ...stage, kind: stage.rowKind })}</span>
        </>
      ) : end < 0 ? (
        text
      ) : (
        <>
          {text.slice(0, end)}
          <span className="stagebox__operands">{text.slice(end)}</span>
        </>
      )}
    </span>
  );
}

interface CoreWorkProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly cpu: number;
  readonly isLarge?: boolean;
}

/** Covers the stages of a core, or of a context that shares them, at packet speed. */
export function CoreWork({ view, facts, cpu, isLarge = true }: CoreWorkProps) {
  return (
    <li className="corework grid slim low placed cover clip r-2">
      <Work view={view} facts={facts} cpu={cpu} isLarge={isLarge} />
    </li>
  );
}
