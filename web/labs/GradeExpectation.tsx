/** What the teacher expects of the files: their variant and the due time. A roster is dropped as a file. */
import { useEffect, useState } from "react";
import type { Expectation } from "../../lib/labs/copies.ts";
import { SEED_LIMIT } from "../../lib/labs/machines.ts";
import { WORDS } from "./words.ts";

const VARIANTS = ["any", "student", "same"] as const;
type Variant = (typeof VARIANTS)[number];

interface GradeExpectationProps {
  readonly onChange: (expected: Expectation) => void;
}

export function GradeExpectation({ onChange }: GradeExpectationProps) {
  const [variant, setVariant] = useState<Variant>("any");
  const [same, setSame] = useState("0");
  /** Local time, as the field of the browser writes it. */
  const [due, setDue] = useState("");
  useEffect(() => {
    const number = Number(same);
    const isNumber = /^\d+$/.test(same) && number <= SEED_LIMIT;
    const seed = variant === "student" ? variant : variant === "same" && isNumber ? number : undefined;
    const dueUnixSeconds = Date.parse(due) / 1000;
    onChange({
      ...(seed === undefined ? {} : { seed }),
      ...(Number.isNaN(dueUnixSeconds) ? {} : { dueUnixSeconds }),
    });
  }, [variant, same, due, onChange]);
  return (
    <>
      <label className="row gap-2 t-12 ink-2">
        {WORDS.variant}
        <select
          className="field"
          value={variant}
          onChange={({ currentTarget }) =>
            setVariant(VARIANTS.find((one) => one === currentTarget.value) ?? "any")
          }
        >
          {VARIANTS.map((one) => (
            <option key={one} value={one}>
              {WORDS.variants[one]}
            </option>
          ))}
        </select>
      </label>
      {variant === "same" ? (
        <input
          className="field mono"
          size={8}
          inputMode="numeric"
          aria-label={WORDS.variants.same}
          value={same}
          onChange={({ currentTarget }) => setSame(currentTarget.value.trim())}
        />
      ) : null}
      <label className="row gap-2 t-12 ink-2">
        {WORDS.due}
        <input
          className="field"
          type="datetime-local"
          value={due}
          onChange={({ currentTarget }) => setDue(currentTarget.value)}
        />
      </label>
    </>
  );
}
