/** The badge of a machine: outlined for A, filled for B, everywhere on the page. */
export function Letter({ of }: { readonly of: "A" | "B" }) {
  return (
    <span className="letter grid centre rigid t-11" data-of={of}>
      {of}
    </span>
  );
}
