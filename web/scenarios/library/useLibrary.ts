import { useCallback, useEffect, useState } from "react";
import { translatedMessage } from "../../text/message.ts";
import { t } from "../../text/t.ts";
import { onChangedElsewhere } from "./database.ts";
import { type Library, library } from "./library.ts";
import type { Entry } from "./record.ts";

export interface Shelf {
  /** Undefined while reading. */
  readonly entries: readonly Entry[] | undefined;
  /** Reason why nothing can be stored or read. */
  readonly fault: string | undefined;
  /** Message of the last action. */
  readonly said: string;
  readonly undo: (() => void) | undefined;
  readonly do: (action: (library: Library) => Promise<Trans>) => Promise<void>;
}

export type Trans = string | { readonly text: string; readonly undo: () => Promise<void> };

/** The own scenarios as they are stored, read again after each action. */
export function useLibrary(): Shelf {
  const [entries, setEntries] = useState<readonly Entry[] | undefined>(undefined);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [said, setSaid] = useState<Trans>("");

  const read = useCallback(async () => {
    try {
      setEntries(await library().list());
      setFault(undefined);
    } catch (error) {
      setEntries([]);
      setFault(messageOf(error));
    }
  }, []);

  useEffect(() => {
    void read();
    return onChangedElsewhere(() => void read());
  }, [read]);

  const act = useCallback(
    async (action: (library: Library) => Promise<Trans>) => {
      try {
        setSaid(await action(library()));
        await read();
      } catch (error) {
        setSaid("");
        setFault(messageOf(error));
      }
    },
    [read],
  );

  const back = typeof said === "string" ? undefined : said.undo;
  return {
    entries,
    fault,
    said: typeof said === "string" ? said : said.text,
    undo:
      back === undefined
        ? undefined
        : () => void act(async () => back().then(() => t("It has been restored."))),
    do: act,
  };
}

function messageOf(error: unknown): string {
  return translatedMessage(error instanceof Error ? error.message : String(error));
}
