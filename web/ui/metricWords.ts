/** Names of metrics as the page shows them. */
import { t } from "../text/t.ts";
import { dropWords } from "./dropText.ts";

/** The page's words for the metrics that studies and labs use most. Undefined if there are none. */
export function metricWords(text: string): string | undefined {
  const [, direction, rest = ""] = /^(receive|send)\.(.+)$/.exec(text) ?? [];
  if (direction !== undefined) return directionWords(direction === "receive", rest);
  const [, statistic] = /^interrupt\.latency\.(\w+)$/.exec(text) ?? [];
  if (statistic !== undefined) return latencyWords(t("Interrupt latency"), statistic);
  if (text === "interrupts") return t("Interrupts");
  return text === "busy" ? t("Load|study") : undefined;
}

function directionWords(isReceive: boolean, rest: string): string | undefined {
  const [, statistic] = /^latency\.(\w+)$/.exec(rest) ?? [];
  if (statistic !== undefined)
    return latencyWords(isReceive ? t("Receive latency") : t("Send latency"), statistic);
  const [, quoted, plain] = /^drop(?:\["([^"]+)"\]|\.(\w+))$/.exec(rest) ?? [];
  const cause = quoted ?? plain;
  if (cause !== undefined) return t("Frames lost: {cause}", { cause: dropWords(cause) });
  switch (rest) {
    case "dropped":
      return isReceive ? t("Frames lost") : t("Frames lost when sending");
    case "loss":
      return isReceive ? t("Lost|study") : t("Lost when sending");
    case "rate":
      return isReceive ? t("Rate received") : t("Rate sent");
    case "offered":
      return isReceive ? t("Frames offered to receive") : t("Frames offered to send");
    case "delivered":
      return isReceive ? t("Frames received") : t("Frames sent");
    default:
      return undefined;
  }
}

function latencyWords(what: string, statistic: string): string | undefined {
  if (statistic === "mean") return t("{what}, mean", { what });
  if (statistic === "maximum") return t("{what}, longest", { what });
  const [, digits] = /^p(\d{2,5})$/.exec(statistic) ?? [];
  if (digits === undefined) return undefined;
  const share = digits.length === 2 ? digits : `${digits.slice(0, 2)}.${digits.slice(2)}`;
  return t("{what}, {share}th percentile", { what, share });
}
