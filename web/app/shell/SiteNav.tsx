import type { Page } from "../../state/usePage.ts";
import { say } from "../../text/say.ts";

interface SiteNavProps {
  readonly page: Page;
  readonly className: string;
  readonly onFollow?: () => void;
}

/** The four pages. */
export function SiteNav({ page, className, onFollow }: SiteNavProps) {
  const places: readonly { readonly page: Page; readonly hash: string; readonly name: string }[] = [
    { page: "simulate", hash: "#simulate", name: say("Simulate") },
    { page: "compare", hash: "#compare", name: say("Compare") },
    { page: "papers", hash: "#papers", name: say("Papers") },
    { page: "lab", hash: "#labs", name: say("Labs") },
  ];
  return (
    <nav className={className} aria-label={say("Main")}>
      {places.map((place) => (
        <a
          key={place.page}
          href={place.hash}
          aria-current={place.page === page ? "page" : undefined}
          onClick={onFollow}
        >
          {place.name}
        </a>
      ))}
    </nav>
  );
}
