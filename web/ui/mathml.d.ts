/** The elements of MathML that formulas use; React's types know HTML and SVG. */
import type { DetailedHTMLProps, HTMLAttributes } from "react";

type MathElement = DetailedHTMLProps<HTMLAttributes<MathMLElement>, MathMLElement> & {
  readonly display?: "block" | "inline";
};

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      math: MathElement;
      mfrac: MathElement;
      mi: MathElement;
      mn: MathElement;
      mo: MathElement;
      mrow: MathElement;
      msub: MathElement;
      mtext: MathElement;
    }
  }
}
