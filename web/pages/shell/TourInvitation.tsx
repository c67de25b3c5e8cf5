import { say } from "../../text/say.ts";
import { Icon } from "../Icon.tsx";

interface TourInvitationProps {
  readonly onStart: () => void;
  readonly onDismiss: () => void;
}

/** In the room that the header has left; nothing moves for it and nothing is covered. */
export function TourInvitation({ onStart, onDismiss }: TourInvitationProps) {
  const invitation = say("New here? One-minute tour");
  return (
    <span className="invitation">
      <button type="button" className="btn btn--small" aria-label={invitation} onClick={onStart}>
        <span className="invitation__long">{invitation}</span>
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
