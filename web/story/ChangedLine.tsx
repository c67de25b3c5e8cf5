import type { Metrics } from "../../lib/metrics/metrics.ts";
import { useApp, useCell, useLive } from "../state/hooks.ts";
import { t, translated } from "../text/t.ts";
import { formatInteger } from "../ui/format.ts";

/** Result of a changed machine. The summary of its original scenario may not be true any more. */
export default function ChangedLine() {
  const live = useLive();
  const end = useCell(live.end);
  const before = useCell(live.before);
  const name = useApp(({ original }) => original?.name ?? "");
  if (end === undefined) return t("Changed: the whole run is gone over …");
  const offered = offeredIn(end);
  if (offered === 0) return t("Changed from “{name}”.", { name: translated(name) });
  const gaps = { lost: formatInteger(lostAt(end)), offered: formatInteger(offered) };
  if (before?.end === undefined)
    return t("Changed: over the whole run {lost} of {offered} packets are lost.", gaps);
  return t(
    "Changed: over the whole run {lost} of {offered} packets are lost. Before the change, {before} were lost.",
    {
      ...gaps,
      before: formatInteger(lostAt(before.end)),
    },
  );
}

function offeredIn({ receive, send }: Metrics): number {
  return receive.offered + send.offered;
}

function lostAt({ receive, send }: Metrics): number {
  return receive.lost + send.lost;
}
