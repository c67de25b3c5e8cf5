import type { Page } from "../../state/usePage.ts";
import { t } from "../../text/t.ts";

interface SiteNavProps {
  readonly page: Page;
  readonly className: string;
  readonly onFollow?: () => void;
}

/** The pages. */
export function SiteNav({ page, className, onFollow }: SiteNavProps) {
  const places: readonly { readonly page: Page; readonly hash: string; readonly name: string }[] = [
    { page: "simulate", hash: "#simulate", name: t("Simulate") },
    { page: "compare", hash: "#compare", name: t("Compare") },
    { page: "sweep", hash: "#sweep", name: t("Sweep") },
    { page: "papers", hash: "#papers", name: t("Published experiments") },
    { page: "lab", hash: "#labs", name: t("Labs") },
  ];
  return (
    <nav className={className} aria-label={t("Main")}>
      {places.map((place) => (
        <a
          key={place.page}
          href={place.hash}
          data-part={place.page === "compare" ? "compare" : undefined}
          aria-current={place.page === page ? "page" : undefined}
          onClick={onFollow}
        >
          {place.name}
        </a>
      ))}
    </nav>
  );
}
