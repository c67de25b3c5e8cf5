/** Fields that several kinds of devices have. */
import { z } from "zod";
import { count } from "../base/field.ts";
import { DEVICE_NANOSECOND_LIMIT } from "../base/limits.ts";

export const nanoseconds = (title: string, description: string) =>
  count(0, DEVICE_NANOSECOND_LIMIT).default(0).meta({ title, unit: "ns", description });

export const statusBy = (description: string) =>
  z.enum(["event", "fill"]).default("event").meta({ title: "Status by", description });
