/** `#sweep`, `#sweep=<id of a built-in study>` or `#sweep=<version>.<study with view>`: the whole study stands in the
 * address, so it opens for ever. Untrusted. */
import { z } from "zod";
import type { View } from "../../lib/study/views.ts";
import { pack, unpack } from "../../scenarios/link/codec.ts";
import { builtinStudy } from "../../scenarios/studies/index.ts";
import { tellsRecordedBytes } from "../../scenarios/traffic/recordedBytes.ts";
import { t } from "../text/t.ts";

const value = z.json();
const viewSchema = z.object({
  metric: z.string(),
  x: z.string(),
  series: z.string().optional(),
  y: z.string().optional(),
  fixed: z.record(z.string(), value),
});

const linkSchema = z.object({ study: z.unknown(), view: viewSchema.optional() });

type StudyAddress =
  | { readonly kind: "none" }
  | { readonly kind: "builtin"; readonly id: string }
  /** The study is not checked yet. */
  | { readonly kind: "link"; readonly study: unknown; readonly view: View | undefined }
  | { readonly kind: "bad"; readonly message: string };

export function readStudyAddress(hash: string): StudyAddress {
  const text = /^#sweep=(.*)$/s.exec(hash)?.[1];
  if (text === undefined || text === "") return { kind: "none" };
  if (!text.includes("."))
    return builtinStudy(text) === undefined
      ? { kind: "bad", message: t('There is no study "{name}".', { name: text.slice(0, 40) }) }
      : { kind: "builtin", id: text };
  const unpacked = unpack(text);
  if (!unpacked.ok) return { kind: "bad", message: unpacked.message };
  try {
    const link = linkSchema.parse(JSON.parse(unpacked.text));
    const view = link.view && { ...link.view, series: link.view.series, y: link.view.y };
    return { kind: "link", study: link.study, view };
  } catch {
    return { kind: "bad", message: t("The link holds no study.") };
  }
}

/** undefined: the study is more than a link may hold, or has bytes of recorded frames, which no link carries. */
export function writeStudyAddress(study: unknown, view: View | undefined): string | undefined {
  const text = JSON.stringify({ study, view });
  const packed = tellsRecordedBytes(text) ? undefined : pack(text);
  return packed === undefined ? undefined : `#sweep=${packed}`;
}
