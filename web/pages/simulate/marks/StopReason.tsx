import { formatInteger } from "../../../base/format.ts";
import type { Stop } from "../../../state/hits.ts";
import { say } from "../../../text/say.ts";
import { Icon } from "../../Icon.tsx";
import "./marks.css";

/** Loaded at the first stop. */
export default function StopReason({ stop }: { readonly stop: Stop }) {
  return (
    <span className="stopped">
      <Icon name="breakpoint" />
      <span className="sr-only">{say("Stopped at a breakpoint:")} </span>
      <code className="mono">{stop.breakpoint.condition}</code>
      <span>{say("hit {hit}", { hit: formatInteger(stop.hit) })}</span>
    </span>
  );
}
