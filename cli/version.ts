import packageFile from "../package.json";

export const VERSION: string = packageFile.version;
