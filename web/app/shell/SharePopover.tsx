import { Suspense, useEffect, useEffectEvent, useState } from "react";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { Share } from "../../scenarios/share.ts";
import { useActions, useApp, useSession } from "../../state/hooks.ts";
import type { Position } from "../../state/store.ts";
import { currentLanguage, withLanguage } from "../../text/language.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { PopupButton } from "../../ui/PopupButton.tsx";

const ShareBody = lazyPart(() => import("./ShareBody.tsx"));

interface SharePopoverProps {
  readonly scenario: Scenario | undefined;
  /** The second scenario of a comparison. */
  readonly other: Scenario | undefined;
  /** The reader's position when the popover opens. */
  readonly position: () => Position;
}

export function SharePopover({ scenario, other, position }: SharePopoverProps) {
  const [share, setShare] = useState<Share | undefined>(undefined);
  const [place, setPlace] = useState<Position | undefined>(undefined);
  const [inLanguage, setInLanguage] = useState(false);
  const [isWhole, setWhole] = useState(false);

  const session = useSession();
  const { setPanel } = useActions();
  const modelVersion = useApp((state) => state.modelVersion);
  const isOpen = useApp(({ panel }) => panel === "share");
  // A link from an earlier opening leads to another place, so it is dropped.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setShare(undefined);
  }
  const prepare = useEffectEvent(async (isOver: () => boolean) => {
    if (scenario === undefined) return;
    const here = position();
    const [{ hashOf, makeShare }, { namesOf }] = await Promise.all([
      import("../../scenarios/share.ts"),
      import("../../scenarios/share.ts"),
    ]);
    const names = isWhole ? undefined : await namesOf(session.store.getState(), other);
    const address = withLanguage(window.location.href, inLanguage ? currentLanguage() : undefined);
    const made = makeShare(scenario, here, address, other, modelVersion, names);
    if (isOver()) return;
    setShare(made);
    setPlace(here);
    // The address bar contains the same link, so that a reload or a bookmark keeps the place.
    if (made.kind === "link") window.history.replaceState(window.history.state, "", hashOf(made.url));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: all of them are in the link
  useEffect(() => {
    if (!isOpen) return;
    let isOver = false;
    void prepare(() => isOver);
    return () => {
      isOver = true;
    };
  }, [isOpen, inLanguage, isWhole, scenario, other]);

  return (
    <PopupButton
      open={isOpen}
      onOpenChange={(open) => setPanel(open ? "share" : undefined)}
      button={{
        className: "btn share-trigger",
        disabled: scenario === undefined,
        content: (
          <>
            <Icon name="share" />
            <span className="not-phone" data-part="share">
              {t("Share")}
            </span>
            <span className="sr-only only-phone">{t("Share")}</span>
          </>
        ),
      }}
      popup={{ className: "share grid gap-3", side: "bottom" }}
    >
      <Suspense>
        <ShareBody
          share={share}
          scenario={scenario}
          other={other}
          position={place}
          language={{ isIn: inLanguage, onChange: setInLanguage }}
          whole={{ isIn: isWhole, onChange: setWhole }}
        />
      </Suspense>
    </PopupButton>
  );
}
