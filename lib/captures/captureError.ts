/** Why a capture was refused. `offset` is the byte in the file, where there is one; `wholeBytes`, of a file that ends too
 * early, those before the packet or block that is not whole. */
export class CaptureError extends Error {
  readonly offset: number | undefined;
  readonly reason: string;
  readonly wholeBytes: number | undefined;
  /** What another choice may help with; undefined: the file is what is wrong. */
  readonly choice: "window" | "host" | undefined;

  constructor(reason: string, offset?: number, wholeBytes?: number, choice?: "window" | "host") {
    super(offset === undefined ? reason : `at byte ${offset}: ${reason}`);
    this.name = "CaptureError";
    this.offset = offset;
    this.reason = reason;
    this.wholeBytes = wholeBytes;
    this.choice = choice;
  }
}
