import type { ConsoleView } from "../engine/machineView.ts";
import { t } from "../text/t.ts";
import { lastLine, shownConsole } from "../ui/consoleText.ts";

/** A longer title would cover the elements below. */
const TITLE_LINES = 12;

/** The last line that a console has sent, as far as the row has room for it. */
export default function SentLine({ of }: { readonly of: ConsoleView }) {
  const { text } = shownConsole(of);
  const line = lastLine(text);
  if (line === "") return null;
  return (
    <span className="mono cut device__sent" title={text.trimEnd().split("\n").slice(-TITLE_LINES).join("\n")}>
      <span className="sr-only">{t("Last sent:")} </span>
      {line}
    </span>
  );
}
