/** A video by the browser's recorder, here one that the test controls. */
import { afterEach, expect, it, vi } from "vitest";
import { videoFormats } from "../../../web/app/video/encoders.ts";

class FakeRecorder extends EventTarget {
  static isTypeSupported = (type: string) => type === "video/webm";
  static last: FakeRecorder | undefined;
  state = "inactive";
  constructor() {
    super();
    FakeRecorder.last = this;
  }
  start(): void {
    this.state = "recording";
  }
  stop(): void {
    this.state = "inactive";
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data: new Blob(["video"]) }));
    this.dispatchEvent(new Event("stop"));
  }
  /** As a browser whose encoder fails. */
  fail(): void {
    this.dispatchEvent(new Event("error"));
    this.stop();
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
});

async function opened() {
  const stopTrack = vi.fn();
  class Canvas {
    captureStream() {
      return { getTracks: () => [{ stop: stopTrack }] };
    }
  }
  vi.stubGlobal("MediaRecorder", FakeRecorder);
  vi.stubGlobal("HTMLCanvasElement", Canvas);
  const [format] = await videoFormats({ width: 64, height: 36 });
  if (format?.id !== "recorded") throw new Error("it is not recorded");
  return { encoder: format.open(new Canvas() as unknown as HTMLCanvasElement, "T"), stopTrack };
}

it("a recording contains all data up to its end, and releases the canvas", async () => {
  const { encoder, stopTrack } = await opened();
  await encoder.add();
  expect(await (await encoder.finish()).text()).toBe("video");
  encoder.close();
  expect(stopTrack).toHaveBeenCalled();
});

it("a recording fails if the recorder fails, during it and at its end", async () => {
  const { encoder, stopTrack } = await opened();
  await encoder.add();
  FakeRecorder.last?.fail();
  await expect(encoder.add()).rejects.toThrow("gave up");
  await expect(encoder.finish()).rejects.toThrow("gave up");
  encoder.close();
  expect(stopTrack).toHaveBeenCalled();
});
