import { Popover } from "@base-ui/react/popover";
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Scenario } from "../../../scenarios/schema/schema.ts";
import { formatInteger } from "../../base/format.ts";
import { useActions, useApp } from "../../state/hooks.ts";
import type { Position } from "../../state/store.ts";
import { embedText } from "../frame.ts";
import { Icon } from "../Icon.tsx";
import type { Share } from "../share.ts";

const QrCode = lazy(() => import("./QrCode.tsx"));
const PictureRow = lazy(() => import("../picture/PictureRow.tsx"));

const COPIED_MS = 2500;
/** About a hundred modules a side: what a phone still reads from a screen at the other end of a room. */
const QR_CHARACTERS = 1000;

interface SharePopoverProps {
  readonly scenario: Scenario | undefined;
  /** What it is compared with. */
  readonly other: Scenario | undefined;
  /** Where the reader stands when the popover opens. */
  readonly position: () => Position;
}

export function SharePopover({ scenario, other, position }: SharePopoverProps) {
  const [share, setShare] = useState<Share | undefined>(undefined);
  const [cycle, setCycle] = useState(0);

  const { setPanel } = useActions();
  const isOpen = useApp(({ panel }) => panel === "share");
  const prepare = useEffectEvent(async () => {
    if (scenario === undefined) return;
    const place = position();
    const { hashOf, makeShare } = await import("../share.ts");
    const made = makeShare(scenario, place, window.location.href, other);
    setShare(made);
    setCycle(place.cycle);
    // The address bar carries the same link, so that a reload or a bookmark keeps the place.
    if (made.kind === "link") window.history.replaceState(null, "", hashOf(made.url));
  });
  useEffect(() => {
    if (isOpen) void prepare();
  }, [isOpen]);

  return (
    <Popover.Root open={isOpen} onOpenChange={(open) => setPanel(open ? "share" : undefined)}>
      <Popover.Trigger className="btn share-trigger" disabled={scenario === undefined}>
        <Icon name="share" />
        <span className="not-phone">Share</span>
        <span className="sr-only only-phone">Share</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="positioner" sideOffset={6} align="end">
          <Popover.Popup className="popup share">
            <Popover.Title className="share__title">
              {other === undefined ? "Share this run" : "Share this comparison"}
            </Popover.Title>
            {share === undefined || scenario === undefined ? null : (
              <ShareBody
                share={share}
                scenario={scenario}
                what={other === undefined ? "this scenario" : "both machines"}
                cycle={cycle}
              />
            )}
            {share === undefined || scenario === undefined ? null : (
              <Suspense>
                <PictureRow fileName={`irqscope-cycle-${cycle}`} compared={other !== undefined} />
              </Suspense>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface ShareBodyProps {
  readonly share: Share;
  readonly scenario: Scenario;
  /** In words: what the link opens. */
  readonly what: string;
  readonly cycle: number;
}

function ShareBody({ share, scenario, what, cycle }: ShareBodyProps) {
  const download = (
    <div>
      <button
        type="button"
        className={share.kind === "file" ? "btn btn--primary" : "btn"}
        onClick={async () => (await import("../share.ts")).downloadScenario(scenario)}
      >
        <Icon name="download" />
        Download file
      </button>
    </div>
  );
  if (share.kind === "file") {
    return (
      <>
        <p className="share__note">
          {share.url === undefined
            ? "This scenario is too big for a link. Its file opens by drag and drop."
            : `As a link this scenario has ${formatInteger(share.url.length)} characters; many programs cut links of that length. Its file opens by drag and drop.`}
        </p>
        {download}
        {share.url === undefined ? null : <CopyRow name="Link" text={share.url} action="Copy link" />}
      </>
    );
  }
  return (
    <>
      <CopyRow name="Link" text={share.url} action="Copy link" />
      <p className="share__note">
        {formatInteger(share.url.length)} characters. Opens {what} at cycle {formatInteger(cycle)}.
        {share.size === "long" ? " Some chats cut links of more than 2,000 characters." : ""}
      </p>
      {share.url.length > QR_CHARACTERS ? null : (
        <Suspense fallback={<div className="qr" />}>
          <QrCode text={share.url} />
        </Suspense>
      )}
      <CopyRow name="To embed" text={embedText(share.url, scenario.name)} action="Copy HTML" />
      {download}
    </>
  );
}

interface CopyRowProps {
  readonly name: string;
  readonly text: string;
  readonly action: string;
}

function CopyRow({ name, text, action }: CopyRowProps) {
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<"idle" | "copied" | "select">("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      // No clipboard here (an iframe, plain http): the reader copies the selected text.
      field.current?.select();
      setState("select");
    }
  }

  return (
    <div className="share__row">
      <input
        ref={field}
        className="field"
        aria-label={name}
        readOnly
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" className={name === "Link" ? "btn btn--primary" : "btn"} onClick={copy}>
        <Icon name={state === "copied" ? "check" : "copy"} />
        {state === "copied" ? "Copied" : action}
      </button>
      <span className="sr-only" role="status">
        {state === "copied" ? "Copied" : state === "select" ? "Press Ctrl+C to copy" : ""}
      </span>
    </div>
  );
}
