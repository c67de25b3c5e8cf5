/** Hands a file to the browser's downloads. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own reference by the next task.
  setTimeout(() => URL.revokeObjectURL(url));
}

export function saveJson(fileName: string, text: string): void {
  saveBlob(fileName, new Blob([text], { type: "application/json" }));
}
