interface EmptySectionProps {
  readonly title: string;
  /** Why there is nothing. */
  readonly text: string;
}

/** A section without numbers, in one line. */
export function EmptySection({ title, text }: EmptySectionProps) {
  return (
    <section className="section section--empty line wrap" aria-label={title}>
      <h3 className="t-13">{title}</h3>
      <p className="empty">{text}</p>
    </section>
  );
}
