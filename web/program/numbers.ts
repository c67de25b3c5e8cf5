/** Words of a machine as texts. */

export type WordFormat = "hex" | "decimal";

export function hexText(value: number, digits = 8): string {
  return (value >>> 0).toString(16).padStart(digits, "0");
}

export function wordText(value: number, format: WordFormat): string {
  return format === "hex" ? hexText(value) : String(value | 0);
}
