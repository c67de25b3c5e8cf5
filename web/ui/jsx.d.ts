/** Declarations that React's types lack: CSS variables, and the elements of MathML that formulas use. */
import type { DetailedHTMLProps, HTMLAttributes } from "react";

type MathElement = DetailedHTMLProps<HTMLAttributes<MathMLElement>, MathMLElement> & {
  readonly display?: "block" | "inline";
};

declare module "react" {
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
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
