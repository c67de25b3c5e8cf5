import { partText } from "../../../scenarios/story/parts.ts";
import type { Direction, NicView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { wirePosition } from "./motion.ts";

interface WireProps {
  /** Of its card. */
  readonly name: string;
  readonly nic: NicView;
  readonly cycle: number;
  readonly sends: boolean;
  /** Frames are too fast to be seen: how much of the wire they take, 0..1; undefined: they are shown. */
  readonly load: Readonly<Record<Direction, number>> | undefined;
}

/** Frames coming in along the upper wire, going out along the lower one, lost ones falling off. */
export function Wire({ name, nic, cycle, sends, load }: WireProps) {
  const position = load === undefined ? wirePosition(nic.nextArrivalCycle, cycle) : undefined;
  return (
    <div className="wire anchor" aria-hidden="true" data-part={partText("wire", name)}>
      <span className="wire__label placed t-10 ink-3">{t("wire")}</span>
      <div className="wire__line anchor">
        <Load share={load?.receive} />
        {position === undefined ? null : (
          // As wide as the wire, with its frame at the right end: it moves without a new layout.
          <i
            className="wire__place placed cover"
            style={{ transform: `translateX(calc(${position - 1} * (100% - var(--frame-w))))` }}
          >
            <i className="wire__frame placed" />
          </i>
        )}
        {nic.offered > 0 ? <i key={nic.offered} className="wire__arrived placed" /> : null}
        {nic.dropped > 0 ? (
          <span key={`x${nic.dropped}`} className="wire__lost placed t-15 ink-drop">
            ✕
          </span>
        ) : null}
      </div>
      {sends ? (
        <div className="wire__line wire__line--out anchor" data-busy={nic.wireTxBusy && load === undefined}>
          <Load share={load?.send} />
          {nic.wireTxBusy && load === undefined ? (
            <i className="wire__frame wire__frame--out placed" />
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function Load({ share }: { readonly share: number | undefined }) {
  return share === undefined ? null : (
    <i className="wire__load placed" style={{ width: `${100 * share}%` }} />
  );
}
