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
      <button type="button" className="btn btn--small" onClick={onStart}>
        {say("New here? One-minute tour")}
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
