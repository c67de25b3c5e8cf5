import { formatInteger } from "../../../base/format.ts";
import type { Stop } from "../../../state/hits.ts";
import { Icon } from "../../Icon.tsx";
import "./marks.css";

/** Loaded at the first stop. */
export default function StopReason({ stop }: { readonly stop: Stop }) {
  return (
    <span className="stopped">
      <Icon name="breakpoint" />
      <span className="sr-only">Stopped at a breakpoint: </span>
      <code className="mono">{stop.breakpoint.condition}</code>
      <span>hit {formatInteger(stop.hit)}</span>
    </span>
  );
}
