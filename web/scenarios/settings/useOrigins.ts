import { useCallback, useEffect, useState } from "react";
import { isSame } from "../../../lib/scenarioFields/same.ts";
import type { FieldNode } from "../../../lib/settings/node.ts";
import { useApp } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import type { OriginPiece } from "./originText.ts";

/** The source of a field's value. Undefined if there is nothing to say. */
type OriginOf = (node: FieldNode) => readonly OriginPiece[] | undefined;

interface Origins {
  readonly document: string;
  readonly textOf: (
    scenario: string | undefined,
    root: unknown,
    node: FieldNode,
  ) => readonly OriginPiece[] | undefined;
}

/** Asks the paper of the scenario, once it is loaded. Without a paper it gives our choices and usual values. */
export function useOrigins(root: unknown): OriginOf {
  const document = useApp((state) => state.original?.source?.document);
  const scenario = useApp((state) => state.scenarioId);
  const [origins, setOrigins] = useState<Origins | undefined>(undefined);
  useEffect(() => {
    if (document === undefined) return;
    let isWanted = true;
    void import("./originText.ts")
      .then(async ({ loadPaper, originText }) => {
        const paper = await loadPaper(document);
        if (paper === undefined || !isWanted) return;
        setOrigins({ document, textOf: (...asked) => originText(paper, ...asked) });
      })
      .catch(() => undefined); // offline: the rest of the form goes without
    return () => {
      isWanted = false;
    };
  }, [document]);
  const known = origins?.document === document ? origins : undefined;
  return useCallback(
    (node) => {
      const { value, form } = node;
      const said = known?.textOf(scenario, root, node);
      if (said !== undefined) return said;
      if (value === undefined || isName(node)) return undefined;
      const isDefault = form.fallback !== undefined && isSame(value, form.fallback);
      return plain(t(isDefault ? "The default." : "Set by this scenario."));
    },
    [known, scenario, root],
  );
}

export function plain(text: string): readonly OriginPiece[] {
  return [{ text, isQuoted: false }];
}

/** Names and texts have no source. */
function isName({ form, path }: FieldNode): boolean {
  return ["text", "reference", "fixed"].includes(form.control.kind) || path.at(-1) === "name";
}
