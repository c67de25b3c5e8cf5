import packageFile from "../package.json" with { type: "json" };

/** Of irqscope, from package.json, for page, command and what they write. The model has a version of its own: it changes
 * when results do. */
export const VERSION: string = packageFile.version;
