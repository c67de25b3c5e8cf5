/** Breakpoints and bookmarks in the transport: their panels, the reason of a stop, and the note of a cycle. */
import { type RefObject, Suspense } from "react";
import { useActions, useApp, useKeyHint, useLive, useThrottled } from "../../state/hooks.ts";
import type { MarkPanel } from "../../state/store.ts";
import { type Label, t } from "../../text/t.ts";
import { Icon, type IconName } from "../../ui/Icon.tsx";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { PopupButton } from "../../ui/PopupButton.tsx";

const BreakpointPanel = lazyPart(() => import("./BreakpointPanel.tsx"));
const BookmarkPanel = lazyPart(() => import("./BookmarkPanel.tsx"));

interface MarkPopoversProps {
  /** On a phone the popups have no triggers of their own and open over this element. */
  readonly anchor?: RefObject<HTMLElement | null> | undefined;
}

/** The user's marks in a run: breakpoints and bookmarks, each opened by a button of the transport. */
export function MarkPopovers({ anchor }: MarkPopoversProps) {
  return (
    <>
      <MarkPopover panel="breakpoints" anchor={anchor} />
      <MarkPopover panel="bookmarks" anchor={anchor} />
    </>
  );
}

interface Face {
  readonly name: Label;
  readonly icon: IconName;
}

export const MARK_FACES: Readonly<Record<MarkPanel, Face>> = {
  breakpoints: { name: "Breakpoints", icon: "breakpoint" },
  bookmarks: { name: "Bookmarks", icon: "bookmark" },
};

function MarkPopover({ panel, anchor }: MarkPopoversProps & { readonly panel: MarkPanel }) {
  const { setPanel } = useActions();
  const open = useApp((state) => state.panel === panel);
  const loaded = useApp((state) => state.scenario !== undefined);
  const count = useApp((state) => state[panel].length);
  const hint = useKeyHint();
  const { icon } = MARK_FACES[panel];
  const name = t(MARK_FACES[panel].name);
  return (
    <PopupButton
      open={open}
      onOpenChange={(next) => setPanel(next ? panel : undefined)}
      anchor={anchor}
      button={{
        className: "btn btn--icon mark-trigger anchor",
        disabled: !loaded,
        name: count === 0 ? name : `${name}, ${count}`,
        title: hint(panel, name),
        content: (
          <>
            <Icon name={icon} />
            {count === 0 ? null : (
              <span className="mark-trigger__count placed to-middle lh-16 pill" aria-hidden="true">
                {count}
              </span>
            )}
          </>
        ),
      }}
      popup={{ className: "marks scroll-down", name, side: "top" }}
    >
      <Suspense fallback={<p className="dim">{t("loading")}</p>}>
        {panel === "breakpoints" ? <BreakpointPanel /> : <BookmarkPanel />}
      </Suspense>
    </PopupButton>
  );
}

const StopReason = lazyPart(() => import("./StopReason.tsx"));

/** The reason why the machine stopped here. */
export function Stopped() {
  const stop = useApp((state) => state.stop);
  return (
    <span role="status">
      {stop === undefined ? null : (
        <Suspense>
          <StopReason stop={stop} />
        </Suspense>
      )}
    </span>
  );
}

const NoteHere = lazyPart(() => import("./NoteHere.tsx"));
const LOOK_INTERVAL_MS = 100;

/** The user's note on the present cycle. Hidden beside a story, whose captions are often the same notes. */
export function Noted() {
  const bookmarks = useApp((state) => state.bookmarks);
  const isQuiet = useApp((state) => state.playing || state.told !== undefined);
  const cycle = useThrottled(useLive().playhead, LOOK_INTERVAL_MS);
  const isHere = !isQuiet && bookmarks.some((one) => one.cycle === cycle);
  return (
    <span role="status">
      {isHere ? (
        <Suspense>
          <NoteHere cycle={cycle} />
        </Suspense>
      ) : null}
    </span>
  );
}
