import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSession } from "../state/hooks.ts";
import { Icon } from "../ui/Icon.tsx";
import { type FoldId, foldElementId, isOpenFold, keepFold } from "./folds.ts";

interface FoldProps {
  readonly id: FoldId;
  /** The name of the section, if its title says less. */
  readonly label?: string;
  readonly title: string;
  readonly note?: string | undefined;
  readonly children: ReactNode;
}

/** A section of the numbers. It is closed until the reader opens it, and open on paper. */
export function Fold({ id, label, title, note, children }: FoldProps) {
  const { storage } = useSession();
  const [wasOpen] = useState(() => isOpenFold(storage, id));
  const place = useRef<HTMLDetailsElement>(null);
  const printing = useRef(false);
  useEffect(() => {
    let opened: HTMLDetailsElement | undefined;
    const begin = () => {
      printing.current = true;
      if (place.current === null || place.current.open) return;
      opened = place.current;
      opened.open = true;
    };
    const end = () => {
      printing.current = false;
      if (opened !== undefined) opened.open = false;
      opened = undefined;
    };
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      end();
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return (
    <section className="section" aria-label={label ?? title}>
      <details
        className="numbers-fold"
        id={foldElementId(id)}
        open={wasOpen}
        ref={place}
        onToggle={({ currentTarget }) => {
          if (!printing.current) keepFold(storage, id, currentTarget.open);
        }}
      >
        <summary className="section__head">
          <Icon name="down" />
          <h3>{title}</h3>
          {note === undefined ? null : <span className="section__note small pushed nowrap">{note}</span>}
        </summary>
        {children}
      </details>
    </section>
  );
}
