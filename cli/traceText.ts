/** What a capture was turned into, for people at a terminal. */
import type { DirectionCount, TrafficReport } from "../lib/captures/captureToTraffic.ts";
import { fixed, percent, table, whole } from "./table.ts";

export function traceText(path: string, output: string, report: TrafficReport): string {
  const seconds = report.windowNanoseconds / 1e9;
  const row = (name: string, { frames, bytes }: DirectionCount) => [
    name,
    whole(frames),
    whole(bytes),
    seconds === 0 ? "-" : fixed((bytes * 8) / seconds / 1e6, 3),
  ];
  const all = report.receive.frames + report.send.frames;
  const protocols = Object.entries(report.protocols)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${whole(count)} (${percent(count, all)})`);
  const left = [
    [report.leftOut.ofOtherHosts, "between other hosts"],
    [report.leftOut.outsideWindow, "outside the window"],
    [report.leftOut.withoutPath, "of a direction that this machine has no path for"],
    [report.leftOut.tooLong, "longer than a frame may be (262,144 bytes)"],
  ].filter(([count]) => count !== 0);
  const how = {
    given: "as given",
    everything: "every packet counts as received",
    station: "the station in most packets: no address is in a quarter of them",
    recorded: "as the capture recorded it",
    "most-packets": "in most packets",
  }[report.host.how];
  const ms = (nanoseconds: number) => fixed(nanoseconds / 1e6, 3);
  return [
    `${path}: ${report.format}, ${whole(report.packetCount)} ${report.packetCount === 1 ? "packet" : "packets"} in ${ms(report.captureNanoseconds)} ms`,
    `our host: ${report.host.addresses.join(", ") || (report.host.how === "everything" ? "all of them" : "unknown")} (${how})`,
    `window: ${ms(report.windowNanoseconds)} ms from ${ms(report.windowStartNanoseconds)} ms on`,
    `protocols: ${protocols.join(", ")}`,
    `connections: ${whole(report.flowCount)}`,
    ...left.map(([count, why]) => `left out: ${whole(Number(count))} ${why}`),
    ...(report.paddedFrames > 0 ? [`padded to 64 bytes: ${whole(report.paddedFrames)}`] : []),
    ...report.notes.map((note) => `note: ${note}`),
    "",
    table([["", "frames", "bytes", "Mb/s"], row("receive", report.receive), row("send", report.send)], ""),
    "",
    `written: ${output}`,
  ].join("\n");
}
