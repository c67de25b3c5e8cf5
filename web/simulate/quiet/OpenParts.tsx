/**
 * Parts of the details in the quiet stage, loaded when the first one opens, and parts that only some machines
 * have.
 */
import type { DetailPart } from "../../state/details.ts";
import { Cores } from "../stage/Cores.tsx";
import { InterruptController } from "../stage/InterruptController.tsx";
import { stageMotions } from "../stage/motion.ts";
import { Pipeline } from "../stage/Pipeline.tsx";
import { coresRoomPx, SHARED_CARD_LIMIT } from "../stage/pipelines.ts";
import { SharedPipeline } from "../stage/SharedPipeline.tsx";
import { Lock, Stores } from "../stage/Stores.tsx";
import type { StageProps } from "../stage/stageLayers.tsx";
import { lockWords } from "../stage/storeWords.ts";

export { Devices } from "../stage/Devices.tsx";
export { StatusBits } from "../stage/NicFacts.tsx";

type PartProps = Pick<StageProps, "view" | "facts" | "rates">;

export function Pipelines({ view, previous, facts, moving, rates }: StageProps) {
  const motions = stageMotions(moving ? previous : undefined, view);
  const props = { view, facts, motions, rates };
  if (facts.cores.cores > 1)
    return (
      <Cores
        {...props}
        previous={previous}
        roomPx={coresRoomPx(facts, { widthPx: 900, heightPx: 400, textScale: 1 })}
        follows={moving}
        pace="cycles"
      />
    );
  if (!facts.interleaved) return <Pipeline {...props} core={0} />;
  return <SharedPipeline {...props} core={0} named={facts.cores.contexts > SHARED_CARD_LIMIT} />;
}

export function Controller({
  view,
  facts,
  rates,
  shows,
}: PartProps & { readonly shows: ReadonlySet<DetailPart> }) {
  return (
    <div className="quiet__extra slim" data-entry={shows.has("entry")} data-lines={shows.has("lines")}>
      <InterruptController view={view} facts={facts} rates={rates} Harts={undefined} hasHarts={false} />
    </div>
  );
}

export function Caches(props: StageProps) {
  return <Stores {...props} shows="caches" />;
}

export function Locks({ view, facts, rates }: PartProps) {
  return (
    <div className="quiet__locks flex across wrap gap-4">
      {facts.locks.map((name, index) => (
        <Lock key={name} name={name} lock={lockWords(view, index, facts)} rates={rates?.locks[index]} />
      ))}
    </div>
  );
}
