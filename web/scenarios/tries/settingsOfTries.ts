/** Code for a change of a field, loaded with the first change. */
export { changesTogether } from "../../../lib/scenarioFields/sameTime.ts";
export { settingsOf } from "../settings/settings.ts";
