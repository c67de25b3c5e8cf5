import type { StageView } from "../engine/protocol.ts";
import { isHeld, LAYER_TEXT, STALL_TEXT } from "./labels.ts";
import type { StageMotion } from "./motion.ts";
import { stageName, stageText } from "./speech.ts";

interface StageBoxProps {
  readonly name: string;
  readonly stage: StageView | undefined;
  readonly motion: StageMotion;
  /** Changes when the content has moved in, so that its animation starts anew. */
  readonly cycle: number;
}

export function StageBox({ name, stage, motion, cycle }: StageBoxProps) {
  const occupied = stage?.occupied === true;
  const struck = occupied && (stage.flushed || stage.nullified);
  const held = occupied && isHeld(stage.stall);
  return (
    <li
      className="stagebox"
      data-layer={occupied ? stage.layer : "idle"}
      data-empty={!occupied}
      data-struck={struck}
      data-held={held}
    >
      <span className="sr-only">{stageName(name, stage)}</span>
      <div className="stagebox__face" aria-hidden="true">
        <div className="stagebox__head">
          <span>{name}</span>
          {occupied ? <Tag stage={stage} /> : null}
        </div>
        {occupied ? (
          <div className="stagebox__work" key={motion === "none" ? "still" : cycle} data-motion={motion}>
            <span className="stagebox__text" data-illustrative={stage.illustrative}>
              {stageText(stage)}
            </span>
            <span className="stagebox__layer">{LAYER_TEXT[stage.layer]}</span>
          </div>
        ) : (
          <div className="stagebox__work">
            <span className="stagebox__layer">bubble</span>
          </div>
        )}
        {struck ? (
          <svg className="stagebox__strike" preserveAspectRatio="none" viewBox="0 0 100 100">
            <title>{stage.nullified ? "nullified" : "flushed"}</title>
            <line x1="0" y1="100" x2="100" y2="0" />
          </svg>
        ) : null}
      </div>
    </li>
  );
}

function Tag({ stage }: { readonly stage: StageView }) {
  if (stage.nullified) return <span className="tag tag--outline">nullified</span>;
  if (stage.flushed) return <span className="tag tag--outline">flushed</span>;
  const text = STALL_TEXT[stage.stall];
  return text === undefined ? null : <span className="tag">{text}</span>;
}
