import { later } from "../../ui/later.ts";
import { useLater } from "../../ui/useLater.ts";
import { ContextCards, ContextRows } from "./ContextCards.tsx";
import { contextCards } from "./contexts.ts";
import { Pipeline, type PipelineProps } from "./Pipeline.tsx";
import { SHARED_CARD_LIMIT } from "./pipelines.ts";
import type { SharedPipelineProps } from "./SharedPipeline.tsx";

/** Only for machines whose contexts share a pipeline. */
const sharedPipeline = later(async () => (await import("./SharedPipeline.tsx")).SharedPipeline);

function Shared(props: SharedPipelineProps) {
  const SharedPipeline = useLater(sharedPipeline);
  return SharedPipeline === undefined ? null : <SharedPipeline {...props} />;
}

/** The only core of a machine, as large as possible. */
export function WholeCore(props: PipelineProps) {
  const { view, facts, core, rates } = props;
  const cards = contextCards(view, facts, core);
  if (!facts.interleaved) {
    return (
      <>
        <Pipeline {...props} />
        <ContextCards cards={cards} view={view} facts={facts} rates={rates} />
      </>
    );
  }
  const named = facts.cores.contexts > SHARED_CARD_LIMIT;
  return (
    <>
      <Shared {...props} named={named} />
      <div className="shared__gap" />
      {named ? (
        <ContextRows cards={cards.filter((card) => card.inMemory)} rates={rates} />
      ) : (
        <ContextCards cards={cards} view={view} facts={facts} rates={rates} />
      )}
    </>
  );
}

/** Draws one of several cores: low boxes, and contexts as rows. */
export function CorePanel(props: PipelineProps) {
  const { view, facts, core, rates } = props;
  const cards = contextCards(view, facts, core);
  if (!facts.interleaved) {
    return (
      <>
        <Pipeline {...props} />
        <ContextRows cards={cards} rates={rates} />
      </>
    );
  }
  return (
    <>
      <Shared {...props} named={true} />
      <ContextRows cards={cards.filter((card) => card.inMemory)} rates={rates} />
    </>
  );
}
