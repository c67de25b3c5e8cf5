import type { StageView } from "../../engine/protocol.ts";
import { rowShort } from "../../ui/instructionText.ts";
import { stageText } from "./speech.ts";

/** Of words that a box of 84 px has room for in one line. */
const BRIEF_LETTERS = 10;

/** The mnemonic, and the operands where the box is wide enough; of entry, save and restore the words, on two lines if
 * need be, and one where it is narrow. */
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
