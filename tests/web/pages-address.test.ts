import { describe, expect, it } from "vitest";
import { DEFAULT_SCENARIO_ID } from "../../scenarios/default.ts";
import { encodeLink } from "../../scenarios/schema/link.ts";
import { openBuiltin, openFirst } from "../../web/pages/open.ts";
import { createOpenings, OPENING } from "../../web/pages/openings.ts";
import type { Session } from "../../web/state/session.ts";

/** Which scenarios it was asked to load, and what it was asked to say. */
function asked() {
  const loads: string[] = [];
  const notices: string[] = [];
  const session = {
    actions: {
      loadScenario: async ({ name }: { name: string }) => loads.push(name) > 0,
      notify: (_: string, text: string) => notices.push(text),
      dismissNotice: () => undefined,
    },
    store: { subscribe: () => () => undefined },
    lastScenario: () => undefined,
  } as unknown as Session;
  return { loads, notices, session };
}

async function nameOf(id: string): Promise<string> {
  const opened = await openBuiltin(id);
  if (!opened.ok) throw new Error(opened.message);
  return opened.scenario.name;
}

describe("the address of the open page changes while the first scenario is on its way", () => {
  it("opens the default and says what is wrong with a broken link that is still wanted", async () => {
    const { loads, notices, session } = asked();
    await openFirst(session, "#s=1.zzz", false, () => true);
    expect(loads).toEqual([await nameOf(DEFAULT_SCENARIO_ID)]);
    expect(notices).toHaveLength(1);
  });

  it("leaves the place to what the address names by now", async () => {
    const { loads, notices, session } = asked();
    const opened = await openBuiltin("napi-budget");
    if (!opened.ok) throw new Error(opened.message);
    for (const hash of ["", "#s=1.zzz", encodeLink(opened.scenario, {}) ?? ""])
      await openFirst(session, hash, false, () => false);
    expect(loads).toEqual([]);
    expect(notices).toEqual([]);
  });

  it("marks the entry until its link has opened or is refused", () => {
    let state: unknown = null;
    const openings = createOpenings(asked().session, {
      visit: 1,
      state: () => state,
      push: () => undefined,
      replace: (next) => {
        state = next;
      },
      elsewhere: () => false,
    });
    openings.addressed();
    expect(state).toBe(OPENING);
    openings.refused();
    expect(state).toBeNull();
    state = { visit: 1, opening: 0 };
    openings.refused();
    expect(state).toEqual({ visit: 1, opening: 0 });
  });
});
