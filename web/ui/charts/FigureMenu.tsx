import { Suspense, useState } from "react";
import { t } from "../../text/t.ts";
import { lazyPart } from "../lazyPart.tsx";
import type { FigureMenuProps } from "./FigureFormats.tsx";
import { SaveIcon } from "./SaveIcon.tsx";

const load = () => import("./FigureFormats.tsx");
const FigureFormats = lazyPart(load);

/** A chart as a file: the menu is loaded when the user reaches for it. */
export function FigureMenu({ figure }: FigureMenuProps) {
  const [isAsked, setAsked] = useState(false);
  const face = (
    <button
      type="button"
      className="tabletoggle"
      aria-label={t("{title} as a file", { title: figure.title })}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setAsked(true)}
    >
      <SaveIcon />
    </button>
  );
  return isAsked ? (
    <Suspense fallback={face}>
      <FigureFormats figure={figure} />
    </Suspense>
  ) : (
    face
  );
}
