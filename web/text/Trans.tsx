import { Fragment, type ReactNode } from "react";
import { type Gaps, piecesOf, type Translated } from "./t.ts";

interface TransProps<T extends string> {
  readonly text: Translated<T>;
  readonly gaps: Gaps<T, ReactNode>;
}

/** A sentence with elements in its gaps, in the order of the language. */
export function Trans<T extends string>({ text, gaps }: TransProps<T>) {
  const nodes: Readonly<Record<string, ReactNode>> = gaps;
  return piecesOf(text).map((piece, index) => {
    const key = `${index} ${piece}`;
    return <Fragment key={key}>{index % 2 === 0 ? piece : nodes[piece]}</Fragment>;
  });
}
