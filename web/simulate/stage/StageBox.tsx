import type { StageView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { isHeld } from "../../ui/stallText.ts";
import { LAYER_TEXT } from "./labels.ts";
import type { StageMotion } from "./motion.ts";
import { StageText } from "./StageText.tsx";
import { stageName, stageTag } from "./speech.ts";

interface StageBoxProps {
  readonly name: string;
  readonly stage: StageView | undefined;
  readonly motion: StageMotion;
  /** Changes when the content has moved in, so that its animation starts anew. */
  readonly cycle: number;
}

export function StageBox({ name, stage, motion, cycle }: StageBoxProps) {
  return (
    <li
      className="stagebox slim clip anchor hair-2 r-2"
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
        {stage !== undefined && isStruck(stage) ? <Strike title={stageTag(stage) ?? ""} /> : null}
      </div>
    </li>
  );
}

function isStruck({ flushed, nullified }: StageView): boolean {
  return flushed || nullified;
}

function Strike({ title }: { readonly title: string }) {
  return (
    <svg className="stagebox__strike wide high placed cover" preserveAspectRatio="none" viewBox="0 0 100 100">
      <title>{title}</title>
      <line x1="0" y1="100" x2="100" y2="0" />
    </svg>
  );
}

export function StageTag({ stage }: { readonly stage: StageView }) {
  const text = stageTag(stage);
  if (text === undefined) return null;
  return <span className={isStruck(stage) ? "tag tag--outline r-1" : "tag r-1"}>{text}</span>;
}
