import { useEffect, useState } from "react";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { createEngineClient } from "../engine/client.ts";
import { createWorkerPort } from "../engine/port.ts";
import { holdWhileHidden } from "../state/holdWhileHidden.ts";
import type { Session } from "../state/session.ts";
import { browserScheduler } from "../ui/scheduler.ts";
import { createFollower, type Follower } from "./follower.ts";

/** The second machine, which exists while the page is open. */
export function useFollower(leader: Session, other: Scenario | undefined): Follower | undefined {
  const [follower, setFollower] = useState<Follower | undefined>(undefined);
  useEffect(() => {
    const made = createFollower({
      leader,
      client: createEngineClient(createWorkerPort()),
      scheduler: browserScheduler,
    });
    setFollower(made);
    const stopHolding = holdWhileHidden(made.actions);
    return () => {
      stopHolding();
      made.close();
    };
  }, [leader]);
  useEffect(() => {
    if (follower !== undefined && other !== undefined) void follower.load(other);
  }, [follower, other]);
  return follower;
}
