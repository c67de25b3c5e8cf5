import { expect, it, vi } from "vitest";
import { onSpeech, speak } from "../../../web/text/language.ts";

it("a listener hears each change of the language until it stops listening", async () => {
  const listener = vi.fn();
  const stop = onSpeech(listener);
  await speak("de");
  await speak("en");
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  await speak("de");
  await speak("en");
  expect(listener).toHaveBeenCalledTimes(2);
});
