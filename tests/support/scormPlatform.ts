/** A SCORM 1.2 run-time that loses the data that real platforms lose. The function refers to nothing outside itself, so
 * a test can run its text in a browser. */
export interface ScormVisit {
  readonly api: Record<string, (...given: string[]) => string>;
  /** The values that the platform has stored, for the next visit. */
  readonly kept: () => Record<string, string>;
  /** Session time that was committed last. */
  readonly spent: () => string | undefined;
  /** Refused calls. */
  readonly faults: string[];
}

/** `refuse`: names of calls or elements that fail as long as they are listed, as after the end of a platform's session.
 * `get NAME` is a read that fails. `closing`: requests throw, as synchronous ones do in Chromium while a page closes.
 * Formats and codes are those of Moodle (mod/scorm/datamodels/scorm_12.js), or stricter ones of other platforms. */
export function strictPlatform(before: Record<string, string>, refuse: readonly string[] = []): ScormVisit {
  const time = /^[0-2]\d:[0-5]\d:[0-5]\d(\.\d{1,2})?$/;
  const span = /^\d{2,4}:[0-5]\d:[0-5]\d(\.\d{1,2})?$/;
  const decimal = /^-?\d{1,12}(\.\d{1,15})?$/;
  const short = /^-?\d{0,3}(\.\d*)?$/;
  const percent = (text: string) => short.test(text) && Number(text) >= 0 && Number(text) <= 100;
  const weight = (text: string) => short.test(text) && Math.abs(Number(text)) <= 100;
  const identifier = /^\w{1,255}$/;
  const oneOf =
    (...words: string[]) =>
    (text: string) =>
      words.includes(text);
  type Rule = readonly [access: "r" | "w" | "rw", isValid: (text: string) => boolean];
  const rules: Record<string, Rule> = {
    "cmi.core.student_id": ["r", () => false],
    "cmi.core.student_name": ["r", () => false],
    "cmi.core.lesson_mode": ["r", () => false],
    "cmi.core.entry": ["r", () => false],
    "cmi.core.total_time": ["r", () => false],
    "cmi.core.lesson_status": ["rw", oneOf("passed", "completed", "failed", "incomplete", "browsed")],
    "cmi.core.score.raw": ["rw", (text) => text === "" || percent(text)],
    "cmi.core.score.min": ["rw", (text) => text === "" || percent(text)],
    "cmi.core.score.max": ["rw", (text) => text === "" || percent(text)],
    "cmi.core.exit": ["w", oneOf("", "suspend", "time-out", "logout")],
    "cmi.core.session_time": ["w", (text) => span.test(text)],
    "cmi.suspend_data": ["rw", (text) => text.length < 4096],
  };
  const fields: Record<string, (text: string) => boolean> = {
    id: (text) => identifier.test(text),
    type: oneOf(
      "true-false",
      "choice",
      "fill-in",
      "matching",
      "performance",
      "sequencing",
      "likert",
      "numeric",
    ),
    time: (text) => time.test(text),
    weighting: weight,
    student_response: (text) => /^[a-z0-9]$/.test(text) || decimal.test(text),
    result: (text) => /^(correct|wrong|unanticipated|neutral)$/.test(text) || decimal.test(text),
    latency: (text) => span.test(text),
  };
  const faults: string[] = [];
  let state: "new" | "open" | "over" = "new";
  let error = "0";
  const data: Record<string, string> = { "cmi.core.lesson_status": "not attempted", ...before };
  let stored: Record<string, string> = { ...before };
  let isUntouched = true;
  const interactions = () =>
    new Set(Object.keys(data).flatMap((name) => /^cmi\.interactions\.(\d+)\./.exec(name)?.[1] ?? [])).size;
  const fails = (code: string, call: string, answer = "false") => {
    error = code;
    faults.push(`${call}: ${code}`);
    return answer;
  };
  const done = () => {
    error = "0";
    return "true";
  };
  const interactionFault = (name: string, value: string): string | undefined => {
    const [, index = "", field = ""] = /^cmi\.interactions\.(\d+)\.(\w+)$/.exec(name) ?? [];
    const isValid = fields[field];
    if (isValid === undefined) return "401";
    if (Number(index) > interactions() || (Number(index) === interactions() && field !== "id")) return "201";
    return isValid(value) ? undefined : "405";
  };
  const calls: ScormVisit["api"] = {
    initialize: (argument) => {
      if (refuse.includes("LMSInitialize") || state !== "new") return fails("101", "LMSInitialize");
      if (argument !== "") return fails("201", "LMSInitialize");
      state = "open";
      return done();
    },
    getValue: (name = "") => {
      if (state !== "open") return fails("301", `get ${name}`, "");
      if (refuse.includes(`get ${name}`) || refuse.includes("LMSGetValue"))
        return fails("101", `get ${name}`, "");
      if (name === "cmi.interactions._count") {
        if (refuse.includes("cmi.interactions")) return fails("401", `get ${name}`, "");
        done();
        return String(interactions());
      }
      const rule = rules[name];
      if (rule === undefined)
        return fails(name.startsWith("cmi.interactions.") ? "404" : "401", `get ${name}`, "");
      if (rule[0] === "w") return fails("404", `get ${name}`, "");
      done();
      return data[name] ?? "";
    },
    setValue: (name = "", value) => {
      if (state !== "open") return fails("301", `set ${name}`);
      if (refuse.some((one) => name === one || name.startsWith(`${one}.`)))
        return fails("401", `set ${name}`);
      if (typeof value !== "string") return fails("405", `set ${name}`);
      const rule = rules[name];
      const fault = name.startsWith("cmi.interactions.")
        ? interactionFault(name, value)
        : rule === undefined
          ? "401"
          : rule[0] === "r"
            ? "403"
            : rule[1](value)
              ? undefined
              : "405";
      if (fault !== undefined) return fails(fault, `set ${name} = ${value}`);
      data[name] = value;
      return done();
    },
    commit: (argument) => {
      if (state !== "open") return fails("301", "LMSCommit");
      if (refuse.includes("closing")) throw new Error("synchronous request in page dismissal");
      if (refuse.includes("LMSCommit") || argument !== "") return fails("101", "LMSCommit");
      stored = { ...data };
      isUntouched = false;
      return done();
    },
    finish: (argument) => {
      if (state !== "open") return fails("301", "LMSFinish");
      if (argument !== "") return fails("201", "LMSFinish");
      state = "over";
      if (refuse.includes("closing")) throw new Error("synchronous request in page dismissal");
      if (refuse.includes("LMSCommit")) return fails("101", "LMSFinish");
      if (data["cmi.core.lesson_status"] === "not attempted") data["cmi.core.lesson_status"] = "completed";
      stored = { ...data };
      isUntouched = false;
      return done();
    },
    getLastError: () => error,
    getErrorString: (code) =>
      code === "301" ? "Not initialized" : code === "101" ? "General exception" : "",
    getDiagnostic: () => "",
  };
  const nameOf = (call: string) => `LMS${call.charAt(0).toUpperCase()}${call.slice(1)}`;
  const api = Object.fromEntries(Object.entries(calls).map(([name, call]) => [nameOf(name), call]));
  return {
    api,
    faults,
    spent: () => stored["cmi.core.session_time"],
    kept: () => {
      const next = { ...stored };
      if (isUntouched) return next;
      // Without "suspend" the next visit starts anew, and unsaved values are not returned.
      if (next["cmi.core.exit"] !== "suspend") delete next["cmi.suspend_data"];
      delete next["cmi.core.exit"];
      delete next["cmi.core.session_time"];
      return next;
    },
  };
}
