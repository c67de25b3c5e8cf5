import { type RefObject, Suspense } from "react";
import { useActions, useApp, useKeyHint } from "../../state/hooks.ts";
import type { MarkPanel } from "../../state/store.ts";
import { type Label, t } from "../../text/t.ts";
import { Icon, type IconName } from "../../ui/Icon.tsx";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { PopupButton } from "../../ui/PopupButton.tsx";

const BreakpointPanel = lazyPart(() => import("./BreakpointPanel.tsx"));
const BookmarkPanel = lazyPart(() => import("./BookmarkPanel.tsx"));

interface MarkPopoversProps {
  /** Without triggers of their own (on a phone) they stand over this. */
  readonly anchor?: RefObject<HTMLElement | null> | undefined;
}

/** What the user leaves in a run: breakpoints and bookmarks, each behind a button of the transport. */
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
