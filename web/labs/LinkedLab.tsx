import { useEffect, useState } from "react";
import { readLabLink } from "../../lib/labs/own.ts";
import { useSession } from "../state/hooks.ts";
import { PageLoading } from "../ui/Skeleton.tsx";
import { labHash } from "./address.ts";
import { BrokenLab, faultsOf } from "./BrokenLab.tsx";
import { keepOwnLab } from "./ownLabs.ts";

interface LinkedLabProps {
  readonly payload: string;
  readonly seed: number;
}

/** A link that contains a lab. The page unpacks and stores the lab, and continues under its short address. */
export default function LinkedLab({ payload, seed }: LinkedLabProps) {
  const { storage } = useSession();
  const [reasons, setReasons] = useState<readonly string[] | undefined>(undefined);
  useEffect(() => {
    let gone = false;
    readLabLink(payload).then((read) => {
      if (gone) return;
      if (!read.ok) return setReasons(faultsOf(read));
      window.location.replace(labHash({ lab: keepOwnLab(storage, read.lab), seed, scorm: false }));
    });
    return () => {
      gone = true;
    };
  }, [payload, seed, storage]);
  return reasons === undefined ? <PageLoading /> : <BrokenLab reasons={reasons} />;
}
