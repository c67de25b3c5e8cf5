/** Why a capture was refused. `offset` is the byte in the file, where there is one. */
export class CaptureError extends Error {
  readonly offset: number | undefined;
  readonly reason: string;

  constructor(reason: string, offset?: number) {
    super(offset === undefined ? reason : `at byte ${offset}: ${reason}`);
    this.name = "CaptureError";
    this.offset = offset;
    this.reason = reason;
  }
}
