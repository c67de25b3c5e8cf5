import type { Stop } from "../../state/breakpointHits.ts";
import { useApp } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { conditionText } from "./presets.ts";
import "./marks.css";

/** Loaded at the first stop. */
export default function StopReason({ stop }: { readonly stop: Stop }) {
  const scenario = useApp((state) => state.scenario);
  const { condition } = stop.breakpoint;
  const { text, isCode } =
    scenario === undefined ? { text: condition, isCode: true } : conditionText(condition, scenario);
  return (
    <span className="stopped" title={condition}>
      <Icon name="breakpoint" />
      <span className="sr-only">{t("Stopped at a breakpoint:")} </span>
      {isCode ? <code className="mono anywhere">{text}</code> : <span className="anywhere">{text}</span>}
      <span>{t("hit {hit}", { hit: formatInteger(stop.hit) })}</span>
    </span>
  );
}
