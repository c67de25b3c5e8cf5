/** Lists in words what a link contains beside the machines and the cycle. */
import type { Position } from "../../state/store.ts";
import { t, tCount } from "../../text/t.ts";

export function linkContentsText(position: Position): string {
  return t("The link also carries {list}, but not speed, theme or open panels.", {
    list: contentsOf(position).join(", "),
  });
}

/** The same for a file, which contains only one machine. */
export function leftOutText(position: Position, isComparison: boolean): string {
  const list = [
    ...(isComparison ? [t("the other machine")] : []),
    t("cycle {cycle}", { cycle: position.cycle }),
    ...contentsOf(position),
  ];
  return t("The file contains only the scenario, without {list}.", { list: list.join(", ") });
}

function contentsOf(position: Position): readonly string[] {
  const { breakpoints = [], bookmarks = [], tracks = [], measures = [] } = position;
  const { range, warmUpCycles, follow, pair } = position;
  const ofB = pair ?? { breakpoints: [], bookmarks: [], offsetCycles: 0 };
  const stops = breakpoints.length + ofB.breakpoints.length;
  const notes = bookmarks.length + ofB.bookmarks.length;
  return [
    t("what the timeline shows"),
    ...(stops === 0 ? [] : [tCount(stops, "{count} breakpoint", "{count} breakpoints")]),
    ...(notes === 0 ? [] : [tCount(notes, "{count} bookmark", "{count} bookmarks")]),
    ...(tracks.length === 0 ? [] : [t("your choice of tracks")]),
    ...(range === undefined ? [] : [t("the chosen range")]),
    ...(warmUpCycles === undefined ? [] : [t("the warm-up")]),
    ...(measures.length === 0 ? [] : [tCount(measures.length, "{count} measure", "{count} measures")]),
    ...(follow === undefined
      ? []
      : [t(follow.what === "packet" ? "the followed packet" : "the followed interrupt")]),
    ...(ofB.offsetCycles === 0 ? [] : [t("the shift of B")]),
  ];
}
