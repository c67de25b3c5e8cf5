import { useState } from "react";
import { useStore } from "zustand";
import { MarkPopovers, Stopped } from "../simulate/marks/MarkPopovers.tsx";
import type { Session } from "../state/session.ts";
import { t } from "../text/t.ts";
import { formatInteger } from "../ui/format.ts";
import type { Follower } from "./follower.ts";
import type { AlignOn } from "./packetAlignment.ts";

interface FollowerToolsProps {
  readonly leader: Session;
  readonly follower: Follower;
}

/** What B has for itself: where it stands beside A, its breakpoints and its bookmarks. Stands in B's context. */
export function FollowerTools({ leader, follower }: FollowerToolsProps) {
  const offset = useStore(leader.store, (state) => state.pair.offsetCycles);
  const [finding, find] = useState(false);
  const shifted = t(offset > 0 ? "{cycles} cycles later" : "{cycles} cycles earlier", {
    cycles: formatInteger(Math.abs(offset)),
  });
  async function align(on: AlignOn): Promise<void> {
    find(true);
    await follower.align(on);
    find(false);
  }
  return (
    <span className="band__tools row gap-1 rigid t-11" aria-busy={finding}>
      <select
        className="field band__align t-11 target"
        aria-label={t("Where B stands")}
        title={t("Shows B where the packet is that A follows")}
        value={offset === 0 ? "moment" : "shifted"}
        onChange={(event) => void align(event.currentTarget.value as AlignOn)}
      >
        <option value="moment">{t("same moment")}</option>
        {offset === 0 ? null : <option value="shifted">{shifted}</option>}
        <option value="begin">{t("where the same packet begins")}</option>
        <option value="end">{t("where the same packet ends")}</option>
      </select>
      <MarkPopovers />
      <Stopped />
    </span>
  );
}
