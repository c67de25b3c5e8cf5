/** Name of the first folder of a drop: a folder stands among its files like one, and cannot be read. */
export function folderIn(items: ArrayLike<Pick<DataTransferItem, "webkitGetAsEntry">>): string | undefined {
  return Array.from(items, (item) => item.webkitGetAsEntry()).find((entry) => entry?.isDirectory)?.name;
}
