/** The badge of a machine: outlined A, filled B, everywhere on the page. */
export function Letter({ of }: { readonly of: "A" | "B" }) {
  return (
    <span className="letter grid centre rigid t-11" data-of={of}>
      {of}
    </span>
  );
}
