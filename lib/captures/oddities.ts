/** Sentences about packets that are odd or left out, in a capture and in what is taken of it. */
import type { Oddity, OddityKind } from "./capture.ts";
import type { TrafficReport } from "./captureToTraffic.ts";

/** "3 packets of length zero: left out" */
export const packetsText = (count: number, what: string): string =>
  count === 1 ? `1 packet ${what}` : `${count.toLocaleString("en-US")} packets ${what}`;

const SENTENCES: Readonly<Record<OddityKind, string>> = {
  "wifi-management": "that manage an 802.11 network (beacons and others): left out",
  "wifi-control": "that control an 802.11 link (acknowledgements and others): left out",
  "wifi-no-data": "of 802.11 without data: left out",
  "wifi-aggregate": "of 802.11 that hold several frames (A-MSDU): left out",
  "wifi-broken": "of 802.11 that came with a wrong check sequence: left out",
  "wifi-cut": "of 802.11 that are cut off before their kind: left out",
  "wifi-encrypted": "encrypted by 802.11: taken, with stations and no addresses",
  empty: "of length zero: left out",
  "too-long": "longer than 262,144 bytes: left out",
  "no-time": "with a time that is none: left out",
  "link-type": "of a link type that is not read: left out",
  "beyond-snapshot": "longer than the snapshot length that the file names: taken as they are",
  "more-captured": "with more bytes captured than the length says: taken with these",
  fraction: "with a fraction of a second beyond one: taken as so much later",
};

export const oddityNotes = (oddities: readonly Oddity[]): readonly string[] =>
  oddities.map(({ kind, packets, linkType }) =>
    packetsText(
      packets,
      linkType === undefined ? SENTENCES[kind] : `of link type ${linkType}, which is not read: left out`,
    ),
  );

/** What of the capture is not in the trace, and why. */
export function leftOutNotes({ leftOut }: TrafficReport): readonly string[] {
  const counted: readonly (readonly [number, string])[] = [
    [leftOut.ofOtherHosts, "between other hosts: left out"],
    [leftOut.outsideWindow, "outside the window: left out"],
    [leftOut.withoutPath, "of a direction that the machine has no path for: left out"],
    [leftOut.tooLong, "longer than a frame may be, 262,144 bytes: left out"],
  ];
  return counted.flatMap(([count, what]) => (count === 0 ? [] : [packetsText(count, what)]));
}
