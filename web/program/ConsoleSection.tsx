import type { ConsoleView } from "../engine/protocol.ts";
import { t } from "../text/t.ts";
import { shownConsole } from "../ui/consoleText.ts";

/** What each console has sent up to the playhead. */
export function ConsoleSection({ consoles }: { readonly consoles: readonly ConsoleView[] }) {
  return (
    <div className="console t-12">
      {consoles.map((one, index) => (
        // A console has no other name in programs than its number.
        // biome-ignore lint/suspicious/noArrayIndexKey: the number is what a console is known by
        <OneConsole key={index} name={`UART${index}`} view={one} />
      ))}
    </div>
  );
}

function OneConsole({ name, view }: { readonly name: string; readonly view: ConsoleView }) {
  const { text, lost } = shownConsole(view);
  return (
    <section aria-label={name}>
      <h3>
        {name} <span>{t("characters sent: {count}", { count: view.sent })}</span>
      </h3>
      {lost > 0 ? (
        <p className="empty">{t("The first {count} of them are no longer kept.", { count: lost })}</p>
      ) : null}
      {text === "" ? null : <pre>{text}</pre>}
    </section>
  );
}
