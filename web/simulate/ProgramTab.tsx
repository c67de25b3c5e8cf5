import { Suspense } from "react";
import { lazyPart } from "../ui/lazyPart.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

/** With the assembler and the editor: loaded when the user wants to see it. */
const ProgramPanel = lazyPart(() => import("../program/ProgramPanel.tsx"));

export function ProgramTab() {
  return (
    <Suspense fallback={<Skeleton />}>
      <ProgramPanel />
    </Suspense>
  );
}
