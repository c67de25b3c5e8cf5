/** Code for a change of a field, loaded with the first change. */
export { changesTogether } from "../../../lib/scenarioFields/change.ts";
export { settingsOf } from "../settings/settings.ts";
