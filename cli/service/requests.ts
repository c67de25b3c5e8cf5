/** What a program asks of `irqscope service`, a line of JSON each. The format is told in docs/elsewhere.md. */
import { z } from "zod";
import { ROWS_NAMES } from "../../lib/export/formats.ts";
import { PICTURE_NAMES, PICTURE_THEMES } from "../../lib/export/picture.ts";

const whole = z.number().int().min(0);
const id = whole;

/** A scenario as it was asked for; its command names it so. */
const named = {
  /** The id of a built-in scenario or a file; left out: the scenario comes along. */
  subject: z.string().min(1).optional(),
  /** FIELD=VALUE each, as --set takes it. */
  settings: z.array(z.string()).default([]),
  seed: whole.optional(),
};

/** A scenario that was opened, by the hash that the answer named; `packed` where the service does not know it any more. */
const opened = { scenario: z.string(), packed: z.string().optional(), origin: z.strictObject(named) };

const end = { cycle: whole, stateHash: z.string() };

const openRequest = z.strictObject({
  ...named,
  id,
  ask: z.literal("open"),
  /** Where files are looked for. */
  folder: z.string(),
  /** As JSON has it. */
  scenario: z.unknown().optional(),
  /** Traffic that the program holds already. */
  has: z.array(z.string()).default([]),
});

const reportRequest = z.strictObject({
  ...opened,
  id,
  ask: z.literal("report"),
  ...end,
  brokenLaw: whole,
  /** Of results (docs/elsewhere.md): at the end of the warm-up, where there is one, and at the end. */
  stops: z
    .array(z.strictObject({ cycle: whole, records: z.string() }))
    .min(1)
    .max(2),
  /** Left out: all that irqscope run --json prints. */
  metrics: z.array(z.string()).optional(),
});

const window = { from: whole, to: whole };

const tableRequest = z.strictObject({
  ...opened,
  id,
  ask: z.literal("table"),
  what: z.enum(ROWS_NAMES as readonly [(typeof ROWS_NAMES)[number]]),
  ...end,
  ...window,
  /** Cycles of a stretch of series. */
  every: whole.min(1).optional(),
});

const pictureRequest = z.strictObject({
  ...opened,
  id,
  ask: z.literal("picture"),
  what: z.enum(PICTURE_NAMES),
  ...end,
  ...window,
  width: whole.min(1).max(32_768).optional(),
  theme: z.enum(PICTURE_THEMES),
});

export const requestSchema = z.discriminatedUnion("ask", [
  openRequest,
  reportRequest,
  tableRequest,
  pictureRequest,
]);

export type ServiceRequest = z.output<typeof requestSchema>;
export type OpenRequest = z.output<typeof openRequest>;
export type ReportRequest = z.output<typeof reportRequest>;
export type TableRequest = z.output<typeof tableRequest>;
export type PictureRequest = z.output<typeof pictureRequest>;
export type OpenedRequest = Exclude<ServiceRequest, OpenRequest>;
