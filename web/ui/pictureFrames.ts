import { flushSync } from "react-dom";
import { browserScheduler, createSharedFrames } from "./scheduler.ts";

/** For whatever draws the machine. Otherwise React would render after the frame in which the canvases draw. */
export const pictureFrames = createSharedFrames(browserScheduler, flushSync);
