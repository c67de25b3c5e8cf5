import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { usePageLayout } from "../../ui/useMedia.ts";
import { useAsked } from "../useInvitation.ts";

interface TourInvitationProps {
  readonly onStart: () => void;
  readonly onDismiss: () => void;
}

/** In the room that the header has left; nothing moves for it and nothing is covered. */
export function TourInvitation({ onStart, onDismiss }: TourInvitationProps) {
  const layout = usePageLayout();
  useAsked();
  const invitation = t("New here? One-minute tour");
  return (
    <span className="invitation">
      <button type="button" className="btn btn--small" aria-label={invitation} onClick={onStart}>
        {layout === "wide" ? invitation : t("Tour")}
      </button>
      <button
        type="button"
        className="btn btn--small btn--ghost btn--icon"
        aria-label={t("No tour, thanks")}
        title={t("No tour, thanks")}
        onClick={onDismiss}
      >
        <Icon name="close" />
      </button>
    </span>
  );
}
