import { useEffect, useMemo, useRef } from "react";
import { LEAST_TRACK_HEIGHT_PX, type TrackSetting } from "../../scenarios/link/tracks.ts";
import { useActions, useApp } from "../state/hooks.ts";
import { t } from "../text/t.ts";
import { useLanguage } from "../text/useLanguage.ts";
import { labelsOf } from "./labels.ts";
import { usualTracks } from "./layout.ts";
import { ToolButton } from "./ToolButton.tsx";
import "./tracks.css";
import { movedTrack, planTracks, withHeight } from "./trackPlan.ts";
import { trackName } from "./tracks/index.ts";

const HEIGHT_STEP_PX = 12;
/** Initial height if the user has chosen none. */
const FIRST_HEIGHT_PX = 48;

/** Chooses, orders, resizes and pins the tracks. Loaded when it is opened first. */
export default function TrackPanel() {
  const { setTracks } = useActions();
  const scenario = useApp((state) => state.scenario);
  const endCycle = useApp((state) => state.endCycle);
  const tracks = useApp((state) => state.tracks);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: names depend on the language
  const machine = useMemo(() => scenario && labelsOf(scenario, endCycle), [scenario, endCycle, language]);
  const list = useRef<HTMLUListElement>(null);
  // The popup has chosen its focus before this list exists, so the list takes it.
  useEffect(() => list.current?.querySelector("input")?.focus({ preventScroll: true }), []);
  if (machine === undefined) return null;
  const plan = planTracks(usualTracks(machine), tracks);
  const change = (index: number, to: TrackSetting) =>
    setTracks(planTracks(usualTracks(machine), plan.with(index, to)));
  return (
    <div className="tracks grid gap-2">
      <div className="row apart">
        <h2 className="t-13 w-600">{t("Tracks")}</h2>
        <button
          type="button"
          className="btn btn--small"
          disabled={tracks.length === 0}
          onClick={() => setTracks([])}
        >
          {t("Reset")}
        </button>
      </div>
      <ul ref={list} className="tracks__list scroll-down hair-above" aria-label={t("Tracks")}>
        {plan.map((track, index) => {
          const name = trackName(machine, track);
          const { kind, shown, pinned, heightPx } = track;
          return (
            <li key={`${kind}${track.index}`} className="tracks__row row hair-below">
              <label className="tracks__name row gap-2 fill t-12 anywhere press target">
                <input
                  type="checkbox"
                  checked={shown}
                  onChange={(event) => change(index, { ...track, shown: event.currentTarget.checked })}
                />
                {name}
              </label>
              <ToolButton
                label={t("{name}: up", { name })}
                onClick={() => setTracks(movedTrack(plan, index, -1))}
              >
                <path d="m4.5 9.5 3.5-3.5 3.5 3.5" />
              </ToolButton>
              <ToolButton
                label={t("{name}: down", { name })}
                onClick={() => setTracks(movedTrack(plan, index, 1))}
              >
                <path d="m4.5 6.5 3.5 3.5 3.5-3.5" />
              </ToolButton>
              <ToolButton
                label={t("{name}: pinned, stays while the others scroll", { name })}
                pressed={pinned}
                onClick={() => change(index, { ...track, pinned: !pinned })}
              >
                <path d="M5.5 2.5h5M6.5 2.5V7L4.5 9.5h7L9.5 7V2.5M8 9.5v4" />
              </ToolButton>
              <ToolButton
                label={t("{name}: lower", { name })}
                onClick={() =>
                  change(index, withHeight(track, (heightPx ?? FIRST_HEIGHT_PX) - HEIGHT_STEP_PX))
                }
              >
                <path d="M3.5 8h9" />
              </ToolButton>
              <ToolButton
                label={t("{name}: higher", { name })}
                onClick={() =>
                  change(index, withHeight(track, (heightPx ?? FIRST_HEIGHT_PX) + HEIGHT_STEP_PX))
                }
              >
                <path d="M8 3.5v9M3.5 8h9" />
              </ToolButton>
              <span className="tracks__height mono small to-right">
                {heightPx === undefined
                  ? t("auto")
                  : heightPx === LEAST_TRACK_HEIGHT_PX
                    ? t("least")
                    : t("{heightPx} px", { heightPx })}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
