import { useEffect, useState } from "react";
import { useSession } from "../state/hooks.ts";
import { translated } from "../text/t.ts";
import { labHash } from "./address.ts";
import type { BegunLab } from "./begun.ts";
import { WORDS } from "./words.ts";

/** A student who comes back finds the variant that was begun, not the lab as it is written. */
export function BegunLabs() {
  const { storage } = useSession();
  const [begun, setBegun] = useState<readonly BegunLab[]>([]);
  useEffect(() => {
    let gone = false;
    import("./begun.ts")
      .then(({ begunLabs }) => begunLabs(storage))
      .then((found) => {
        if (!gone) setBegun(found);
      })
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [storage]);
  if (begun.length === 0) return null;
  return (
    <section aria-labelledby="lab-begun" className="lab-begun">
      <h2 id="lab-begun" className="lab-page__subtitle t-15">
        {WORDS.begun}
      </h2>
      <ul>
        {begun.map(({ name, title, seed, done, of, next }) => (
          <li className="flex wrap" key={`${name} ${seed}`}>
            <a href={labHash({ lab: name, seed, scorm: false }, next, next === undefined ? "report" : "lab")}>
              {translated(title)}
            </a>
            {seed === 0 ? null : <span className="dim">{WORDS.seed(seed)}</span>}
            <span className="dim">{WORDS.stepsDone(done, of)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
