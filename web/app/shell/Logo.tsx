interface LogoProps {
  /** True if the page below has no title of its own. */
  readonly isTitle: boolean;
}

export function Logo({ isTitle }: LogoProps) {
  const Element = isTitle ? "h1" : "p";
  return (
    <Element className="logo row gap-2 flush t-15 w-650">
      <svg viewBox="0 0 22 18" aria-hidden="true">
        <path d="M1 13h5V5h4" />
        <path d="M14 5h3v8h4" />
        <path className="logo__line" d="M12 1v16" />
      </svg>
      <span className="logo__word">irqscope</span>
    </Element>
  );
}
