/** The user chooses the language of the page. */

import { writeLanguage } from "../state/preferences.ts";
import type { Session } from "../state/session.ts";
import { currentLanguage, LANGUAGES, type Language, speak, withLanguage } from "../text/language.ts";
import { t } from "../text/t.ts";

/** Changes the language without reloading. The user loses nothing that was typed or opened. */
export async function chooseLanguage({ storage, actions }: Session, language: Language): Promise<void> {
  if (!(await speak(language)))
    return actions.notify(
      "error",
      t("The texts in this language could not be loaded. Can you still reach the server?"),
    );
  writeLanguage(storage, language);
  // The address determines the language until the user chooses one.
  window.history.replaceState(window.history.state, "", withLanguage(window.location.href, undefined));
}

export function otherLanguage(): Language {
  const current = currentLanguage();
  return LANGUAGES.find((language) => language !== current) ?? current;
}
