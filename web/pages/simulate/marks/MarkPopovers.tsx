import { Popover } from "@base-ui/react/popover";
import { lazy, type RefObject, Suspense } from "react";
import { useActions, useApp, useKeyHint } from "../../../state/hooks.ts";
import type { MarkPanel } from "../../../state/store.ts";
import { Icon, type IconName } from "../../Icon.tsx";

const BreakpointPanel = lazy(() => import("./BreakpointPanel.tsx"));
const BookmarkPanel = lazy(() => import("./BookmarkPanel.tsx"));

interface MarkPopoversProps {
  /** Without triggers of their own (on a phone) they stand over this. */
  readonly anchor?: RefObject<HTMLElement | null> | undefined;
}

/** What somebody leaves in a run: breakpoints and bookmarks, each behind a button of the transport. */
export function MarkPopovers({ anchor }: MarkPopoversProps) {
  return (
    <>
      <MarkPopover panel="breakpoints" anchor={anchor} />
      <MarkPopover panel="bookmarks" anchor={anchor} />
    </>
  );
}

interface Face {
  readonly name: string;
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
  const { name, icon } = MARK_FACES[panel];
  return (
    <Popover.Root open={open} onOpenChange={(next) => setPanel(next ? panel : undefined)}>
      {anchor === undefined ? (
        <Popover.Trigger
          className="btn btn--icon mark-trigger"
          disabled={!loaded}
          aria-label={count === 0 ? name : `${name}, ${count}`}
          title={hint(panel, name)}
        >
          <Icon name={icon} />
          {count === 0 ? null : (
            <span className="mark-trigger__count" aria-hidden="true">
              {count}
            </span>
          )}
        </Popover.Trigger>
      ) : null}
      <Popover.Portal>
        <Popover.Positioner className="positioner" side="top" align="end" sideOffset={6} anchor={anchor}>
          <Popover.Popup className="popup marks" aria-label={name}>
            <Suspense fallback={<p className="dim">loading</p>}>
              {panel === "breakpoints" ? <BreakpointPanel /> : <BookmarkPanel />}
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
