import { say } from "../../text/say.ts";
import { Icon } from "../Icon.tsx";

interface TourInvitationProps {
  readonly onStart: () => void;
  readonly onDismiss: () => void;
}

/** In the room that the header has left; nothing moves for it and nothing is covered. */
export function TourInvitation({ onStart, onDismiss }: TourInvitationProps) {
  return (
    <span className="invitation">
      <button
        type="button"
        className="btn btn--small"
        aria-label={say("New here? One-minute tour")}
        title={say("New here? One-minute tour")}
        onClick={onStart}
      >
        <span className="invitation__long">{say("New here? One-minute tour")}</span>
        <span className="invitation__short">{say("Tour")}</span>
      </button>
      <button
        type="button"
        className="btn btn--small btn--ghost btn--icon"
        aria-label={say("No tour, thanks")}
        title={say("No tour, thanks")}
        onClick={onDismiss}
      >
        <Icon name="close" />
      </button>
    </span>
  );
}
