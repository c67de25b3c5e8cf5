/** The run-time interface of SCORM 1.2: where a page finds it, and what its answers mean. */

/** Names of the standard; all answers are texts. */
export interface ScormApi {
  LMSInitialize(nothing: ""): string;
  LMSGetValue(element: string): string;
  LMSSetValue(element: string, value: string): string;
  LMSCommit(nothing: ""): string;
  LMSFinish(nothing: ""): string;
  LMSGetLastError(): string;
  LMSGetErrorString(code: string): string;
}

/** Without the two that tell errors a platform can be used as well. */
const NEEDED = ["LMSInitialize", "LMSGetValue", "LMSSetValue", "LMSCommit", "LMSFinish"];
/** As far up as the standard asks a page to look. */
const FRAME_LIMIT = 7;

/** In a frame around this one, or in the window that opened it or its frames. Another origin's cannot be read. */
export function findScormApi(from: Window): ScormApi | undefined {
  return inFrames(from) ?? inOpener(from) ?? inOpener(topOf(from));
}

function inOpener(window: Window): ScormApi | undefined {
  try {
    return window.opener === null || window.opener === undefined ? undefined : inFrames(window.opener);
  } catch {
    return undefined;
  }
}

function topOf(window: Window): Window {
  return window.top ?? window;
}

function inFrames(from: Window): ScormApi | undefined {
  let frame = from;
  for (let depth = 0; depth <= FRAME_LIMIT; depth++) {
    try {
      const api: unknown = Reflect.get(frame, "API");
      if (isApi(api)) return api;
    } catch {
      return undefined;
    }
    if (frame.parent === frame) return undefined;
    frame = frame.parent;
  }
  return undefined;
}

function isApi(value: unknown): value is ScormApi {
  return (
    typeof value === "object" &&
    value !== null &&
    NEEDED.every((name) => typeof Reflect.get(value, name) === "function")
  );
}

/** What a platform says of a call that it has refused. */
export interface ScormFault {
  readonly call: string;
  /** Of the standard: 301 is "not initialized"; empty where the platform gives none. */
  readonly code: string;
  readonly text: string;
}

export interface ScormCalls {
  /** Undefined: the platform has taken it. */
  readonly initialize: () => ScormFault | undefined;
  readonly set: (element: string, value: string) => ScormFault | undefined;
  readonly commit: () => ScormFault | undefined;
  readonly finish: () => ScormFault | undefined;
  /** Undefined: the platform has no such element, or does not give it. */
  readonly get: (element: string) => string | undefined;
}

/** A platform is a foreign script: it may throw, and answer with other types than the standard asks for. */
export function scormCalls(api: ScormApi): ScormCalls {
  function errorCode(): string {
    try {
      const code = String(api.LMSGetLastError());
      return code === "0" ? "" : code;
    } catch {
      return "";
    }
  }
  function faultOf(call: string): ScormFault {
    const code = errorCode();
    try {
      const text = code === "" ? "" : String(api.LMSGetErrorString(code) ?? "");
      return { call, code, text: text.slice(0, 120) };
    } catch {
      return { call, code, text: "" };
    }
  }
  function told(call: string, run: () => unknown): ScormFault | undefined {
    try {
      return String(run()) === "true" ? undefined : faultOf(call);
    } catch (error) {
      return { call, code: "", text: String(error).slice(0, 120) };
    }
  }
  return {
    initialize: () => told("LMSInitialize", () => api.LMSInitialize("")),
    set: (element, value) => told(element, () => api.LMSSetValue(element, value)),
    commit: () => told("LMSCommit", () => api.LMSCommit("")),
    finish: () => told("LMSFinish", () => api.LMSFinish("")),
    get: (element) => {
      try {
        const value: unknown = api.LMSGetValue(element);
        return errorCode() === "" ? String(value ?? "") : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
