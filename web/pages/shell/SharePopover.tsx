import { Popover } from "@base-ui/react/popover";
import { useEffect, useRef, useState } from "react";
import type { Scenario } from "../../../scenarios/schema/schema.ts";
import { formatInteger } from "../../base/format.ts";
import type { Position } from "../../state/store.ts";
import { Icon } from "../Icon.tsx";
import { downloadScenario, hashOf, makeShare, type Share } from "../share.ts";

const COPIED_MS = 2500;

interface SharePopoverProps {
  readonly scenario: Scenario | undefined;
  /** Where the reader stands when the popover opens. */
  readonly position: () => Position;
}

export function SharePopover({ scenario, position }: SharePopoverProps) {
  const [share, setShare] = useState<Share | undefined>(undefined);
  const [cycle, setCycle] = useState(0);

  function prepare(open: boolean): void {
    if (!open || scenario === undefined) return;
    const place = position();
    const made = makeShare(scenario, place, window.location.href);
    setShare(made);
    setCycle(place.cycle);
    // The address bar carries the same link, so that a reload or a bookmark keeps the place.
    if (made.kind === "link") window.history.replaceState(null, "", hashOf(made.url));
  }

  return (
    <Popover.Root onOpenChange={prepare}>
      <Popover.Trigger className="btn share-trigger" disabled={scenario === undefined}>
        <Icon name="share" />
        <span className="not-phone">Share</span>
        <span className="sr-only only-phone">Share</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="positioner" sideOffset={6} align="end">
          <Popover.Popup className="popup share">
            <Popover.Title className="share__title">Share this run</Popover.Title>
            {share === undefined || scenario === undefined ? null : (
              <ShareBody share={share} scenario={scenario} cycle={cycle} />
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
  readonly cycle: number;
}

function ShareBody({ share, scenario, cycle }: ShareBodyProps) {
  const download = (
    <div>
      <button
        type="button"
        className={share.kind === "file" ? "btn btn--primary" : "btn"}
        onClick={() => downloadScenario(scenario)}
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
        {share.url === undefined ? null : <CopyRow url={share.url} />}
      </>
    );
  }
  return (
    <>
      <CopyRow url={share.url} />
      <p className="share__note">
        {formatInteger(share.url.length)} characters. Opens this scenario at cycle {formatInteger(cycle)}.
        {share.size === "long" ? " Some chats cut links of more than 2,000 characters." : ""}
      </p>
      {download}
    </>
  );
}

function CopyRow({ url }: { readonly url: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<"idle" | "copied" | "select">("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
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
        aria-label="Link"
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" className="btn btn--primary" onClick={copy}>
        <Icon name={state === "copied" ? "check" : "copy"} />
        {state === "copied" ? "Copied" : "Copy link"}
      </button>
      <span className="sr-only" role="status">
        {state === "copied" ? "Link copied" : state === "select" ? "Press Ctrl+C to copy the link" : ""}
      </span>
    </div>
  );
}
