/** What is open becomes an own scenario: written, then no longer a draft, then what the page's changes are counted from. */
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { Session } from "../../state/session.ts";
import { askToPersist } from "../../ui/storage.ts";
import type { DraftKeeper } from "./drafts.ts";
import type { OwnEntry } from "./record.ts";

export async function saveOpen(
  { store, actions }: Pick<Session, "store" | "actions">,
  drafts: Pick<DraftKeeper, "settle">,
  write: (scenario: Scenario) => Promise<OwnEntry>,
): Promise<OwnEntry | undefined> {
  const { scenario } = store.getState();
  if (scenario === undefined) return undefined;
  const entry = await write(scenario);
  askToPersist();
  // Before the page counts its changes from here on: those of another scenario would stay a draft.
  if (store.getState().scenario === scenario) await drafts.settle();
  actions.keepAs(entry.scenario, { kind: "own", id: entry.record.id }, scenario);
  return entry;
}
