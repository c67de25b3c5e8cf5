import { createContext, use } from "react";
import type { Frame } from "./frame.ts";

export const FrameContext = createContext<Frame>("full");

/** True in presenter mode. */
export const useOnStage = (): boolean => use(FrameContext) === "presenter";
