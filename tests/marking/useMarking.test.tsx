// @vitest-environment happy-dom
/** Marks that are not saved outlast a look at another page, and the browser asks before they are lost. */
import { act } from "react";
import { expect, test } from "vitest";
import type { GradedFile } from "../../lib/marking/course.ts";
import { type MarkingState, useMarking } from "../../web/labs/useMarking.ts";
import { show } from "../web/support/page.tsx";

let state: MarkingState | undefined;
function Page() {
  state = useMarking();
  return null;
}

const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("marks are there when the teacher comes back to the page, until they are saved", async () => {
  const leave = await show(<Page />);
  expect(asks()).toBe(false);
  act(() => state?.setBy("Ada"));
  act(() => state?.actions.mark([{ key: "p1" } as GradedFile], "rings/chance/why", { points: 2 }));
  await leave();
  expect(asks()).toBe(true);
  const leaveAgain = await show(<Page />);
  expect([...(state?.marking.marks.values() ?? [])]).toMatchObject([
    { submission: "p1", points: 2, by: "Ada" },
  ]);
  act(() => state?.actions.undo());
  expect([...(state?.marking.marks.values() ?? [])]).toMatchObject([{ isGone: true }]);
  act(() => state?.actions.setSaved());
  expect(asks()).toBe(false);
  await leaveAgain();
});
