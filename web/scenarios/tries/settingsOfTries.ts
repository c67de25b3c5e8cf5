/** What a change of a field needs, loaded with the first one. */
export { changesTogether } from "../../../lib/scenarioFields/sameTime.ts";
export { settingsOf } from "../settings/settings.ts";
