/** The rule for commit subjects: imperative, one subject, no semicolon, at most 72 characters (docs/style.md). */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { ROOT } from "./repository.ts";

const CHARACTER_LIMIT = 72;
/** Verbs whose imperative ends like a third person. */
const ENDS_IN_S =
  /^(?:pass|miss|press|cross|guess|address|process|access|express|compress|discuss|assess|focus|bias)$/;
const NO_VERB =
  /^(?:a|an|the|no|each|every|all|of|in|on|at|for|with|what|where|when|which|who|how|its?|this|that|these|those|only|new|old|more|less|\w+(?:ing|ed|s))$/;
/** Verbs whose imperative ends like a participle. */
const IS_VERB =
  /^(?:need|feed|seed|speed|embed|exceed|proceed|succeed|shed|bring|string|ring|sing|spring|swing|cling)$/;

function faultOf(subject: string): string | undefined {
  if (subject.length > CHARACTER_LIMIT) return `has ${subject.length} characters`;
  if (subject.includes(";")) return "has a semicolon";
  if (/[.:]$/.test(subject)) return "ends in a mark";
  const [first = ""] = subject.split(" ");
  if (!/^[A-Z]/.test(first)) return "begins with a small letter";
  const verb = first.toLowerCase();
  if (ENDS_IN_S.test(verb) || IS_VERB.test(verb)) return undefined;
  return NO_VERB.test(verb) ? `begins with "${first}", which is no imperative` : undefined;
}

/** Undefined without a history, as in an archive or a clone of one commit. */
function subjectsSince(file: string): readonly string[] | undefined {
  const git = (...args: readonly string[]) => spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  const added = git("log", "--diff-filter=A", "--format=%H", "--", file);
  const first = added.stdout?.trim().split("\n").at(-1) ?? "";
  if (added.status !== 0 || git("rev-parse", "--verify", "--quiet", `${first}^`).status !== 0)
    return undefined;
  return git("log", "--no-merges", "--format=%s", `${first}^..HEAD`).stdout.trim().split("\n");
}

describe("commit subjects", () => {
  it("follow the rule since the commit that added this check", (context) => {
    const subjects = subjectsSince("tests/architecture/commits.test.ts");
    if (subjects === undefined) context.skip("there is no history of the repository");
    const faults = subjects?.flatMap((subject) => faultOf(subject)?.concat(": ", subject) ?? []);
    expect(faults).toEqual([]);
  });

  it.each([
    ["Add a check; mend another", "semicolon"],
    ["Adds a check of commits", "no imperative"],
    ["Notes are seen", "no imperative"],
    ["Fixed the link", "no imperative"],
    ["A link opens again", "no imperative"],
    ["mend the link", "small letter"],
    ["Mend the link.", "mark"],
    [`Mend ${"x".repeat(70)}`, "characters"],
  ])("are refused like %s", (subject, reason) => expect(faultOf(subject)).toContain(reason));

  it.each(["Mend the link", "Pass the name on", "Embed files", "Need no history", "Say what is missing"])(
    "are accepted like %s",
    (subject) => expect(faultOf(subject)).toBeUndefined(),
  );
});
