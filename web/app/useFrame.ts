import { useLayoutEffect, useState } from "react";
import { type Frame, isEmbedded } from "../ui/frame.ts";

interface FrameControl {
  readonly frame: Frame;
  /** In an embedded page there is no stage to enter. */
  readonly togglePresenter: () => void;
  readonly leaveStage: () => void;
}

/** Puts the frame in force on the document, where the tokens read it. */
export function useFrame(): FrameControl {
  const [embedded] = useState(() => isEmbedded(window.location.search));
  const [presenting, setPresenting] = useState(false);
  const frame: Frame = embedded ? "embed" : presenting ? "presenter" : "full";
  useLayoutEffect(() => {
    document.documentElement.dataset.frame = frame;
  }, [frame]);
  return {
    frame,
    togglePresenter: () => setPresenting((now) => !now),
    leaveStage: () => setPresenting(false),
  };
}
