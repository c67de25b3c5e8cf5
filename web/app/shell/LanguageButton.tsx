import { useSession } from "../../state/hooks.ts";
import { LANGUAGE_NAMES } from "../../text/language.ts";
import { chooseLanguage, otherLanguage } from "../language.ts";

/** Says what it leads to, in that language, so that a user who reads no word of the page finds it. */
export function LanguageButton() {
  const session = useSession();
  const language = otherLanguage();
  const name = LANGUAGE_NAMES[language];
  return (
    <button
      type="button"
      className="btn btn--ghost btn--icon language not-phone t-11 w-600"
      lang={language}
      aria-label={name}
      title={name}
      onClick={() => void chooseLanguage(session, language)}
    >
      {language.toUpperCase()}
    </button>
  );
}
