import { Popover } from "@base-ui/react/popover";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { TermId } from "../../lib/terms/terms.ts";

const TermText = lazy(() => import("./TermText.tsx"));

interface TermProps {
  readonly id: TermId;
  readonly children: ReactNode;
}

/** A word with its explanation: under the pointer, with the focus, by touch. */
export function Term({ id, children }: TermProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className="term"
        openOnHover
        delay={300}
        closeDelay={120}
        onFocus={(event) => {
          if (event.currentTarget.matches(":focus-visible")) setOpen(true);
        }}
      >
        {children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="positioner" side="top" sideOffset={6} collisionPadding={8}>
          <Popover.Popup className="popup term__popup" initialFocus={false} finalFocus={false}>
            <Suspense fallback={<p className="dim">loading</p>}>
              <TermText id={id} />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
