import { ContextCards, ContextRows } from "./ContextCards.tsx";
import { contextCards } from "./contexts.ts";
import { Pipeline, type PipelineProps } from "./Pipeline.tsx";
import { SHARED_CARD_LIMIT } from "./pipelines.ts";
import { SharedPipeline } from "./SharedPipeline.tsx";

/** The only core of a machine: everything as large as it goes. */
export function WholeCore(props: PipelineProps) {
  const { view, facts, core } = props;
  const cards = contextCards(view, facts, core);
  if (!facts.interleaved) {
    return (
      <>
        <Pipeline {...props} />
        <ContextCards cards={cards} view={view} facts={facts} />
      </>
    );
  }
  const named = facts.cores.contexts > SHARED_CARD_LIMIT;
  return (
    <>
      <SharedPipeline {...props} named={named} />
      <div className="shared__gap" />
      {named ? (
        <ContextRows cards={cards.filter((card) => card.inMemory)} />
      ) : (
        <ContextCards cards={cards} view={view} facts={facts} />
      )}
    </>
  );
}

/** One of several cores: low boxes, contexts as rows. */
export function CorePanel(props: PipelineProps) {
  const { view, facts, core } = props;
  const cards = contextCards(view, facts, core);
  if (!facts.interleaved) {
    return (
      <>
        <Pipeline {...props} />
        <ContextRows cards={cards} />
      </>
    );
  }
  return (
    <>
      <SharedPipeline {...props} named={true} />
      <ContextRows cards={cards.filter((card) => card.inMemory)} />
    </>
  );
}
