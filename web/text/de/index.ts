/** German, loaded when it is spoken. The terms: docs/glossary-de.md. */
import { COMMANDS } from "./commands.ts";
import { COMPARE } from "./compare.ts";
import { DEVICES_DATA, DEVICES_MESSAGES, DEVICES_PAGE } from "./devices.gen.ts";
import { GALLERY } from "./gallery.ts";
import { LABS } from "./labs.ts";
import { MACHINE } from "./machine.ts";
import { MACHINE_DETAILS } from "./machineDetails.ts";
import { MESSAGES_OF_SCENARIOS } from "./messages.ts";
import { MESSAGES_OF_FILES } from "./messagesFiles.ts";
import { MESSAGES_OF_PROGRAMS } from "./messagesPrograms.ts";
import { MESSAGES_OF_STUDIES } from "./messagesStudy.ts";
import { PAPERS } from "./papers.ts";
import { PARTS } from "./parts.ts";
import { PROGRAM, PROGRAM_HELP } from "./program.ts";
import { SCENARIOS } from "./scenarios.ts";
import { SCHEMA_MACHINE } from "./schemaMachine.ts";
import { SCHEMA_SOFTWARE } from "./schemaSoftware.ts";
import { SETTINGS } from "./settings.ts";
import { SHELL } from "./shell.ts";
import { SIMULATE } from "./simulate.ts";
import { SCHEMA_STORY, STORIES } from "./stories.ts";
import { SCHEMA_STUDY, STUDIES } from "./studies.ts";
import { STUDY } from "./study.ts";
import { TERMS } from "./terms.ts";
import { THREADS } from "./threads.ts";
import { TIMELINE } from "./timeline.ts";
import { UNITS } from "./units.ts";
import { WHY } from "./why.ts";

/** What the page itself says. */
export const PAGE = {
  ...SHELL,
  ...STORIES,
  ...COMMANDS,
  ...GALLERY,
  ...DEVICES_PAGE,
  ...LABS,
  ...MACHINE,
  ...MACHINE_DETAILS,
  ...TIMELINE,
  ...SIMULATE,
  ...PARTS,
  ...SETTINGS,
  ...COMPARE,
  ...PAPERS,
  ...STUDY,
  ...PROGRAM,
  ...WHY,
} as const;

/** What comes with the data. */
export const DATA = {
  ...SCENARIOS,
  ...STUDIES,
  ...TERMS,
  ...THREADS,
  ...SCHEMA_MACHINE,
  ...SCHEMA_SOFTWARE,
  ...SCHEMA_STORY,
  ...SCHEMA_STUDY,
  ...DEVICES_DATA,
  ...UNITS,
  ...PROGRAM_HELP,
} as const;

/** Patterns of messages, with gaps. */
export const MESSAGES = {
  ...MESSAGES_OF_SCENARIOS,
  ...MESSAGES_OF_PROGRAMS,
  ...MESSAGES_OF_FILES,
  ...MESSAGES_OF_STUDIES,
  ...DEVICES_MESSAGES,
} as const;
