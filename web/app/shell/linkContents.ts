/** What a link carries beside the machines and the cycle, in words. */
import type { Position } from "../../state/store.ts";
import { say, sayCount } from "../../text/say.ts";

export function linkContentsText(position: Position): string {
  return say("The link also carries {list}; not speed, theme or open panels.", {
    list: contentsOf(position).join(", "),
  });
}

/** The same of a file, which is of one machine and no more. */
export function leftOutText(position: Position, isComparison: boolean): string {
  const list = [
    ...(isComparison ? [say("the other machine")] : []),
    say("cycle {cycle}", { cycle: position.cycle }),
    ...contentsOf(position),
  ];
  return say("The file holds only the scenario, without {list}.", { list: list.join(", ") });
}

function contentsOf(position: Position): readonly string[] {
  const { breakpoints = [], bookmarks = [], tracks = [], range, follow, pair } = position;
  const ofB = pair ?? { breakpoints: [], bookmarks: [], offsetCycles: 0 };
  const stops = breakpoints.length + ofB.breakpoints.length;
  const notes = bookmarks.length + ofB.bookmarks.length;
  return [
    say("what the timeline shows"),
    ...(stops === 0 ? [] : [sayCount(stops, "{count} breakpoint", "{count} breakpoints")]),
    ...(notes === 0 ? [] : [sayCount(notes, "{count} bookmark", "{count} bookmarks")]),
    ...(tracks.length === 0 ? [] : [say("your choice of tracks")]),
    ...(range === undefined ? [] : [say("the chosen range")]),
    ...(follow === undefined
      ? []
      : [say(follow.what === "packet" ? "the packet that is followed" : "the interrupt that is followed")]),
    ...(ofB.offsetCycles === 0 ? [] : [say("the shift of B")]),
  ];
}
