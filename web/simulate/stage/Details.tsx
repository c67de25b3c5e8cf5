import { type ReactNode, Suspense, useState } from "react";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { CacheLevel } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { PopupButton } from "../../ui/PopupButton.tsx";

const DetailList = lazyPart(() => import("./DetailList.tsx"));

/** A part of the machine. `cycle`: the picture's. */
export type DetailSubject =
  | { readonly kind: "core"; readonly cycle: number }
  | { readonly kind: "bus" }
  | { readonly kind: "nic"; readonly nic: number }
  | { readonly kind: "cache"; readonly level: CacheLevel };

interface DetailsProps {
  /** Of what they are. */
  readonly name: string;
  readonly of: DetailSubject;
  readonly scenario: Scenario;
  readonly children: ReactNode;
}

/** A word on the stage with what else is to be said of it. */
export function Details({ name, of, scenario, children }: DetailsProps) {
  const [open, setOpen] = useState(false);
  return (
    <PopupButton
      open={open}
      onOpenChange={setOpen}
      button={{
        className: "term",
        disabled: false,
        content: (
          <>
            {children}
            <span className="sr-only">{t(", details of {name}", { name })}</span>
          </>
        ),
      }}
      popup={{ className: "details", name, side: "bottom" }}
    >
      <Suspense fallback={null}>
        <DetailList name={name} of={of} scenario={scenario} />
      </Suspense>
    </PopupButton>
  );
}
