import { ContextCards, ContextRows } from "./ContextCards.tsx";
import { contextCards } from "./contexts.ts";
import { Pipeline, type PipelineProps } from "./Pipeline.tsx";
import { SHARED_CARD_LIMIT } from "./pipelines.ts";
import { SharedPipeline } from "./SharedPipeline.tsx";

/** The only core of a machine: everything as large as it goes. */
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
      <SharedPipeline {...props} named={named} />
      <div className="shared__gap" />
      {named ? (
        <ContextRows cards={cards.filter((card) => card.inMemory)} rates={rates} />
      ) : (
        <ContextCards cards={cards} view={view} facts={facts} rates={rates} />
      )}
    </>
  );
}

/** One of several cores: low boxes, contexts as rows. */
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
      <SharedPipeline {...props} named={true} />
      <ContextRows cards={cards.filter((card) => card.inMemory)} rates={rates} />
    </>
  );
}
