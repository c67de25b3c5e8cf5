import type { Session } from "../../state/session.ts";
import { openFirst } from "../open.ts";
import { pageOf } from "../usePage.ts";

/** Who leaves the labs finds the simulator as it was: answers with what brings that back. */
export function keepAsItWas(session: Session): () => void {
  const { scenario, original, origin } = session.store.getState();
  const position = session.position();
  session.rememberPosition();
  return () => {
    const { hash } = window.location;
    const { status, origin: now } = session.store.getState();
    // A link brings a machine of its own.
    if (pageOf(hash) === "lab" || hash.includes("s=")) return;
    if (now?.kind !== "lab" && status !== "loading") return;
    if (scenario === undefined || original === undefined || origin === undefined || origin.kind === "lab")
      void openFirst(session, "", true);
    else
      void session.actions.loadScenario(
        scenario,
        scenario === original ? origin : { kind: "edit", of: { scenario: original, origin } },
        position,
      );
  };
}
