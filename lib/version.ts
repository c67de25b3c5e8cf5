import packageFile from "../package.json" with { type: "json" };

/** Version of irqscope from package.json, for the page, the command and their files. The model has a version of its
 * own, which changes when results do. */
export const VERSION: string = packageFile.version;
