import { useState } from "react";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { makeShare } from "../../scenarios/share.ts";
import { useApp } from "../../state/hooks.ts";
import type { Position } from "../../state/store.ts";
import type { Page } from "../../state/usePage.ts";
import { t } from "../../text/t.ts";
import { withEmbed } from "../../ui/frame.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Logo } from "./Header.tsx";

interface EmbedBarProps {
  readonly page: Page;
  readonly scenario: Scenario | undefined;
  /** The second scenario of a comparison. */
  readonly other: Scenario | undefined;
  readonly position: () => Position;
}

/** Names the embedded scenario and links to the full simulator at the same cycle. */
export default function EmbedBar({ page, scenario, other, position }: EmbedBarProps) {
  const modelVersion = useApp((state) => state.modelVersion);
  const [href, setHref] = useState(() => withEmbed(window.location.href, false));

  function refresh(): void {
    if (scenario === undefined) return;
    const address = withEmbed(window.location.href, false);
    const share = makeShare(scenario, position(), address, other, modelVersion);
    if (share.url !== undefined) setHref(share.url);
  }

  return (
    <header className="header header--embed">
      <Logo isTitle={page !== "lab"} />
      <p className="cut t-13 w-500">{scenario?.name}</p>
      <span className="grow" />
      <a
        className="btn btn--small"
        href={href}
        target="_blank"
        rel="noopener"
        onPointerDown={refresh}
        onFocus={refresh}
      >
        {t("Open in irqscope")}
        <Icon name="outside" />
      </a>
    </header>
  );
}
