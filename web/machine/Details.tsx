import { type ReactNode, useState } from "react";
import { PopupButton } from "../base/PopupButton.tsx";
import { say } from "../text/say.ts";
import type { Detail } from "./detailFacts.ts";

interface DetailsProps {
  /** Of what they are. */
  readonly name: string;
  readonly rows: readonly Detail[];
  readonly children: ReactNode;
}

/** A word on the stage with what else is to be said of it. */
export function Details({ name, rows, children }: DetailsProps) {
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
            <span className="sr-only">{say(", details of {name}", { name })}</span>
          </>
        ),
      }}
      popup={{ className: "details", name, side: "bottom" }}
    >
      <h3 className="details__title">{name}</h3>
      <dl>
        {rows.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </PopupButton>
  );
}
