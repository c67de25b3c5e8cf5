/**
 * The rubric of a question: remarks that add or subtract points, which assistants share with the file of
 * marks.
 */
import { useState } from "react";
import type { Part } from "../../lib/marking/course.ts";
import { ITEM_TEXT_LIMIT, type RubricItem } from "../../lib/marking/marks.ts";
import { Icon } from "../ui/Icon.tsx";
import { numberText } from "./labText.ts";
import type { MarkActions } from "./useMarking.ts";
import { WORDS } from "./words.ts";

/** Keys of the items of a rubric, in their order. */
export const ITEM_KEYS = "asdfgh";

export const signedPoints = (points: number) => `${points > 0 ? "+" : ""}${numberText(points)}`;

interface MarkRubricProps {
  readonly part: Part;
  readonly items: readonly RubricItem[];
  readonly actions: MarkActions;
}

export function MarkRubric({ part, items, actions }: MarkRubricProps) {
  const [text, setText] = useState("");
  const [points, setPoints] = useState("-1");
  const value = Number(points.replace(",", "."));
  const isGood = text.trim() !== "" && points.trim() !== "" && Math.abs(value) <= 100;
  return (
    <section className="marking__rubric" aria-label={WORDS.rubric}>
      <h3 className="t-12 ink-2">{WORDS.rubric}</h3>
      <ul>
        {items.map((item, at) => (
          <li key={item.id} className="row gap-2">
            <kbd>{ITEM_KEYS[at]}</kbd>
            <span className="mono">{signedPoints(item.points)}</span>
            <span className="fill">{item.text}</span>
            <button
              type="button"
              className="btn btn--ghost btn--icon"
              aria-label={WORDS.removeItem(item.text)}
              onClick={() => actions.removeItem(item)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <form
        className="row wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isGood) return;
          actions.setItem({ part: part.id, points: value, text: text.trim() });
          setText("");
        }}
      >
        <input
          className="field marking__points"
          aria-label={WORDS.itemPoints}
          inputMode="decimal"
          value={points}
          onChange={(event) => setPoints(event.currentTarget.value)}
        />
        <input
          className="field fill"
          aria-label={WORDS.itemText}
          placeholder={WORDS.itemText}
          maxLength={ITEM_TEXT_LIMIT}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" className="btn btn--small" disabled={!isGood}>
          {WORDS.addItem}
        </button>
      </form>
    </section>
  );
}
