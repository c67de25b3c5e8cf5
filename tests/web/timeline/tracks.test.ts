import { describe, expect, it } from "vitest";
import { readTracks, TRACK_LIMIT, type TrackSetting, writeTracks } from "../../../scenarios/link/tracks.ts";
import { movedTrack, planTracks, withHeight } from "../../../web/timeline/trackPlan.ts";

const usual = [
  { kind: "interrupts", index: 0 },
  { kind: "lane", index: 1 },
  { kind: "lane", index: 0 },
  { kind: "rx", index: 0 },
  { kind: "ipc", index: 0 },
] as const;

const setting = (
  kind: TrackSetting["kind"],
  index: number,
  change: Partial<TrackSetting> = {},
): TrackSetting => ({
  kind,
  index,
  shown: true,
  pinned: false,
  heightPx: undefined,
  ...change,
});
const names = (plan: readonly TrackSetting[]) => plan.map(({ kind, index }) => `${kind}${index}`);

describe("the plan of the tracks", () => {
  it("has the default order without settings", () => {
    expect(names(planTracks(usual, []))).toEqual(["interrupts0", "lane1", "lane0", "rx0", "ipc0"]);
  });

  it("has the named tracks first, pinned ones before all, and none that the machine lacks", () => {
    const plan = planTracks(usual, [
      setting("rx", 0),
      setting("rx", 7),
      setting("lane", 0, { pinned: true }),
    ]);
    expect(names(plan)).toEqual(["lane0", "rx0", "interrupts0", "lane1", "ipc0"]);
  });

  it("moves a track by one place among its own", () => {
    const plan = planTracks(usual, [setting("rx", 0, { pinned: true })]);
    expect(names(movedTrack(plan, 1, 1))).toEqual(["rx0", "lane1", "interrupts0", "lane0", "ipc0"]);
    expect(movedTrack(plan, 1, -1)).toBe(plan);
    expect(movedTrack(plan, 4, 1)).toBe(plan);
  });

  it("limits heights to what can be drawn and read", () => {
    expect([-5, 33.4, 1e9].map((px) => withHeight(setting("rx", 0), px).heightPx)).toEqual([14, 33, 400]);
  });
});

describe("tracks in a link", () => {
  it("are read as they were written", () => {
    const tracks = [
      setting("rx", 0, { pinned: true, heightPx: 120 }),
      setting("ipc", 0, { shown: false }),
      setting("lane", 15, { heightPx: 14 }),
    ];
    expect(writeTracks(tracks)).toBe("rx0ph120,~ipc0,lane15h14");
    expect(readTracks(writeTracks(tracks))).toEqual(tracks);
  });

  it.each([
    "",
    "rx",
    "rx0,rx0",
    "toString0",
    "rx0h5",
    "rx0h999",
    "rx0hp",
    "~~rx0",
    "rx0,",
    "rx1234",
    Array.from({ length: TRACK_LIMIT + 1 }, (_, index) => `lane${index}`).join(","),
  ])("are refused: %s", (text) => {
    expect(readTracks(text)).toBeUndefined();
  });
});
