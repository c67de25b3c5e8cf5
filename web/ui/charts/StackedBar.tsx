import type { Layer } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatPercent, quantityText } from "../format.ts";

export interface Segment {
  readonly key: string;
  readonly label: string;
  readonly share: number;
  /** Undefined for a plain colour, if the segment is not a software layer. */
  readonly layer?: Layer | "stall" | undefined;
  readonly tone?: "hatch" | "line" | "loss" | "outline" | undefined;
}

interface StackedBarProps {
  readonly label: string;
  readonly segments: readonly Segment[];
}

/** Shares of one whole, side by side. The numbers are beside the bar. */
export function StackedBar({ label, segments }: StackedBarProps) {
  const shown = segments.filter((segment) => segment.share > 0);
  const text = shown.map((segment) => `${segment.label} ${shareText(segment)}`).join(", ");
  return (
    <div className="stacked flex" role="img" aria-label={`${label}: ${text || t("nothing yet")}`}>
      {shown.map((segment) => (
        <i
          key={segment.key}
          className={segment.tone === "hatch" ? "hatch" : undefined}
          data-layer={segment.layer}
          data-tone={segment.tone}
          style={{ flexGrow: segment.share }}
          title={`${segment.label}: ${shareText(segment)}`}
        />
      ))}
    </div>
  );
}

function shareText(segment: Segment): string {
  return quantityText(formatPercent(segment.share));
}
