import type { StageView } from "../engine/protocol.ts";
import { stageText } from "./speech.ts";

/** The mnemonic, and the operands where the box is wide enough; a step of the entry in words, on two lines if need be. */
export function StageText({ stage }: { readonly stage: StageView }) {
  const text = stageText(stage);
  const isStep = stage.rowKind === "entry-step";
  const end = isStep ? -1 : text.indexOf(" ");
  return (
    <span className="stagebox__text" data-illustrative={stage.illustrative} data-step={isStep} title={text}>
      {end < 0 ? text : text.slice(0, end)}
      {end < 0 ? null : <span className="stagebox__operands">{text.slice(end)}</span>}
    </span>
  );
}
