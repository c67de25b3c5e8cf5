/** Clickable elements of the stage: words with details, numbers that can be changed, and folds. */
import { type ReactNode, Suspense, useState } from "react";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { AdjustableProps } from "../../scenarios/tries/Adjustable.tsx";
import { useApp } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { firstInput } from "../../ui/idle.ts";
import { later } from "../../ui/later.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { PopupButton } from "../../ui/PopupButton.tsx";
import { useLater } from "../../ui/useLater.ts";
import type { DetailSubject } from "./detailRows.ts";

const DetailList = lazyPart(() => import("./DetailList.tsx"));

interface DetailsProps {
  /** Name of the subject of the details. */
  readonly name: string;
  readonly of: DetailSubject;
  readonly scenario: Scenario;
  readonly children: ReactNode;
}

/** A word on the stage with further details. */
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

/** Numbers of the stage that can be dragged, after the first input. */
const lateAdjustable = later(async () => {
  await firstInput();
  return (await import("../../scenarios/tries/Adjustable.tsx")).Adjustable;
});

/** Editing of numbers in place. Not available in a lab, where numbers belong to the task. */
export function useAdjustable() {
  const isLab = useApp((state) => state.origin?.kind === "lab");
  const Adjustable = useLater(lateAdjustable, !isLab);
  return isLab ? undefined : Adjustable;
}

/** A number of the machine. `children` is shown until the number can be changed. */
export function StageNumber({ children, ...number }: AdjustableProps & { readonly children: ReactNode }) {
  const Adjustable = useAdjustable();
  return Adjustable === undefined ? children : <Adjustable {...number} />;
}

interface FoldButtonProps {
  readonly open: boolean;
  readonly onToggle: () => void;
  /** Id of the element that it opens. */
  readonly controls: string;
  readonly children: ReactNode;
}

export function FoldButton({ open, onToggle, controls, children }: FoldButtonProps) {
  return (
    <button
      type="button"
      className="fold row gap-6px wide t-12 to-left nowrap bare r-1 target"
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
    >
      <svg className="fold__mark rigid hollow" viewBox="0 0 12 12" aria-hidden="true">
        <path d="M4 2.5 8 6 4 9.5" />
      </svg>
      {children}
    </button>
  );
}
