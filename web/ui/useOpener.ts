import { useState } from "react";

export interface Opener {
  readonly onOpenChange: (open: boolean) => void;
  /** True if the button opened it last. If a key opened it, the focus did not come from the button, and Space belongs
   * to the page again after closing. */
  readonly byButton: boolean;
}

export function useOpener(open: boolean, onOpenChange: (open: boolean) => void): Opener {
  const [pressed, setPressed] = useState(false);
  const [last, setLast] = useState({ open: false, byButton: false });
  if (open !== last.open) {
    setLast({ open, byButton: open ? pressed : last.byButton });
    setPressed(false);
  }
  return {
    onOpenChange: (next) => {
      setPressed(next);
      onOpenChange(next);
    },
    byButton: last.byButton,
  };
}
