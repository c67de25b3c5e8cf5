import { partText } from "../../../scenarios/story/parts.ts";
import type { NicFacts, RingFacts } from "../../devices/nic.ts";
import type { NicView, RingView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { Term } from "../../ui/Term.tsx";
import { askingText, coalescingText } from "./nics.ts";

/** Of more rings only the frames that wait for an interrupt are shown, the rest is said. */
const FULL_RING_LIMIT = 4;

interface RingProps {
  readonly index: number;
  readonly ring: RingView;
  readonly facts: RingFacts;
  readonly cycle: number;
}

/** One of several rings: a line. */
function Ring({ index, ring, facts, cycle }: RingProps) {
  const asks = askingText(ring, facts, cycle);
  return (
    <li className="ring grid middle across t-11 nowrap" data-full={ring.fill >= facts.frames}>
      <span>{t("ring {index}", { index })}</span>
      <span className="ring__bar clip edge" aria-hidden="true">
        <i
          className="block high"
          style={{ width: `${(100 * Math.min(ring.fill, facts.frames)) / facts.frames}%` }}
        />
      </span>
      <span className="mono to-right">
        {ring.fill}
        <span className="unit"> / {facts.frames}</span>
      </span>
      {asks === undefined ? null : (
        <span className="ring__asks ends t-10 ink-3" title={t("asks for an interrupt: {asks}", { asks })}>
          <span className="ring__short mono" aria-hidden="true">
            +{ring.unsignalled}
          </span>
          <span className="ring__full">{t("asks {asks}", { asks })}</span>
        </span>
      )}
    </li>
  );
}

interface RingsProps {
  readonly nic: NicView;
  readonly facts: NicFacts;
  readonly cycle: number;
}

export function NicRings({ nic, facts: { name, rings }, cycle }: RingsProps) {
  const areMany = rings.length > FULL_RING_LIMIT;
  const wait = areMany && rings.some((ring) => coalescingText(ring) !== undefined);
  return (
    <>
      <ul
        className="rings grid"
        aria-label={t("Receive rings")}
        data-many={areMany}
        data-part={partText("ring", name)}
      >
        {rings.map((ring, index) => {
          const state = nic.rings[index];
          return state === undefined ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a ring is its number
            <Ring key={index} index={index} ring={state} facts={ring} cycle={cycle} />
          );
        })}
      </ul>
      {wait ? (
        <p className="t-10 ink-3">
          + <Term id="coalescing">{t("no interrupt yet")}</Term>
        </p>
      ) : null}
    </>
  );
}
