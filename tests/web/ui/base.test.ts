import { describe, expect, it, vi } from "vitest";
import { float64Column, uint8Column } from "../../../web/engine/columns.ts";
import { createCell } from "../../../web/ui/cell.ts";
import {
  bitsPerSecond,
  formatCompact,
  formatCycles,
  formatFixed,
  formatInteger,
  formatPercent,
  formatSeconds,
  formatSi,
  formatSignificant,
  GROUP_GAP,
  quantityText,
} from "../../../web/ui/format.ts";
import { createFrameTask, createSharedFrame } from "../../../web/ui/scheduler.ts";
import { canKeep, guardedStorage, tabStorage } from "../../../web/ui/storage.ts";
import { createRandom } from "../../support/random.ts";
import { memoryDevice } from "../../support/storage.ts";
import { fakeScheduler } from "../state/support.ts";

const gaps = (text: string) => text.replaceAll(" ", GROUP_GAP);

describe("the number formats of the page", () => {
  it("group by three with thin spaces", () => {
    expect(formatInteger(0)).toBe("0");
    expect(formatInteger(999)).toBe("999");
    expect(formatInteger(1000)).toBe(gaps("1 000"));
    expect(formatInteger(200_000_000)).toBe(gaps("200 000 000"));
    expect(formatInteger(-1234)).toBe(gaps("\u22121 234"));
    expect(formatFixed(1234.567, 2)).toBe(gaps("1 234.57"));
    expect(formatFixed(-0.0001, 2)).toBe("0.00");
    expect(formatInteger(Number.NaN)).toBe("\u2013");
  });

  it("equal those of Intl except the spaces", () => {
    const random = createRandom(20_261_122);
    for (let one = 0; one < 2000; one++) {
      const decimals = random.integer(0, 11);
      const value = random.integer(-1e6, 1e6) * 10 ** random.integer(-10, 12);
      const format = new Intl.NumberFormat("en", {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      });
      const digits = format
        .format(Math.abs(value).toFixed(decimals) as `${number}`)
        .replaceAll(",", GROUP_GAP);
      expect(formatFixed(value, decimals).replace("\u2212", ""), `${value}, ${decimals} decimals`).toBe(
        digits,
      );
    }
    expect(formatInteger(1e21)).toBe(gaps("1 000 000 000 000 000 000 000"));
  });

  it("write none and all of a share only if it is exact", () => {
    const text = (share: number, decimals?: number) => quantityText(formatPercent(share, decimals));
    expect([0, 1, 0.5].map((share) => text(share))).toEqual(["0.0 %", "100.0 %", "50.0 %"].map(gaps));
    // 4 of a million were delivered.
    expect(text(999_996 / 1e6)).toBe(gaps("> 99.9 %"));
    expect(text(4 / 1e6)).toBe(gaps("< 0.1 %"));
    expect([0.002, 0.998].map((share) => text(share, 0))).toEqual(["< 1 %", "> 99 %"].map(gaps));
    expect([0.0006, 0.9994].map((share) => text(share))).toEqual(["0.1 %", "99.9 %"].map(gaps));
    // Sums of parts are not exact.
    expect(text(0.7 + 0.1 + 0.2)).toBe(gaps("100.0 %"));
    const random = createRandom(20_261_123);
    for (let one = 0; one < 2000; one++) {
      const whole = random.integer(1, 1e9);
      const rest = Math.min(whole, random.integer(0, 3));
      const part = random.chance(50) ? rest : whole - rest;
      const said = Number(text(part / whole, random.integer(0, 2)).replace(/[^\d.]/g, ""));
      if (said === 0 || said === 100) expect([0, whole], `${part} of ${whole}`).toContain(part);
    }
  });

  it("keep the significant digits", () => {
    expect(formatSignificant(0.012345)).toBe("0.0123");
    expect(formatSignificant(1234.5)).toBe(gaps("1 235"));
    expect(formatSignificant(0)).toBe("0");
  });

  it("separate the unit", () => {
    expect(formatSi(994_000_000, "b/s")).toEqual({ value: "994", unit: "Mb/s" });
    expect(formatSi(0, "b/s")).toEqual({ value: "0", unit: "b/s" });
    expect(formatSeconds(0.0000125)).toEqual({ value: "12.5", unit: "µs" });
    expect(formatCycles(1)).toEqual({ value: "1", unit: "cycle" });
    expect(formatPercent(0.123)).toEqual({ value: "12.3", unit: "%" });
    expect(formatCompact(12_300_000)).toBe(gaps("12.3 M"));
    expect(quantityText(formatCycles(1200))).toBe(gaps("1 200 cycles"));
  });

  it("give no throughput before the first cycle", () => {
    expect(bitsPerSecond(1500, 0, 200e6)).toBeNaN();
    expect(bitsPerSecond(1500, 2228, 200e6)).toBeCloseTo(1.0772e9, -5);
  });
});

describe("a cell of the page's state", () => {
  it("notifies listeners of changes only, and releases them", () => {
    const cell = createCell(1);
    const listener = vi.fn();
    const stop = cell.subscribe(listener);
    cell.set(1);
    cell.set(2);
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    cell.set(3);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(cell.get()).toBe(3);
  });
});

describe("frames that several users share", () => {
  const together = (run: () => void) => run();

  it("show all users one value, in whichever order it changes and is drawn", () => {
    for (const isDrawnFirst of [false, true]) {
      const scheduler = fakeScheduler();
      const taskFor = createSharedFrame(scheduler, together);
      const [playhead, view] = [createCell(0), createCell(0)];
      const shown = { canvas: 0, counter: 0 };
      const canvas = taskFor(() => {
        shown.canvas = playhead.get();
      });
      const counter = taskFor(() => {
        shown.counter = playhead.get();
      });
      for (const cell of [playhead, view]) cell.subscribe(canvas.schedule);
      playhead.subscribe(counter.schedule);
      const play = () => scheduler.requestFrame(() => playhead.set(playhead.get() + 1));
      if (isDrawnFirst) view.set(1);
      play();
      view.set(2);
      for (let frame = 0; frame < 4; frame++) {
        if (frame < 2) play();
        scheduler.frame(16);
        expect(shown.counter, `frame ${frame}`).toBe(shown.canvas);
      }
      expect(shown.counter).toBe(3);
    }
  });

  it("leave what one of them requests or throws to the next frame, and drop what it cancels", () => {
    const scheduler = fakeScheduler();
    const taskFor = createSharedFrame(scheduler, together);
    const drawn: string[] = [];
    const later = taskFor(() => drawn.push("later"));
    const dropped = taskFor(() => drawn.push("dropped"));
    const first = taskFor(() => {
      drawn.push("first");
      dropped.cancel();
      later.schedule();
      throw new Error("broken");
    });
    const second = taskFor(() => drawn.push("second"));
    for (const task of [first, dropped, second]) task.schedule();
    expect(() => scheduler.frame(16)).toThrow("broken");
    expect(drawn).toEqual(["first"]);
    scheduler.frame(16);
    expect(drawn).toEqual(["first", "second", "later"]);
    expect(scheduler.pending()).toBe(0);
  });
});

describe("a frame task", () => {
  it("runs once a frame, however often it is requested", () => {
    const scheduler = fakeScheduler();
    const work = vi.fn();
    const task = createFrameTask(scheduler, work);
    task.schedule();
    task.schedule();
    scheduler.frame(16);
    expect(work).toHaveBeenCalledTimes(1);
    task.schedule();
    task.cancel();
    scheduler.frame(16);
    expect(work).toHaveBeenCalledTimes(1);
  });
});

describe("growing columns", () => {
  it("end with the exact length, each with its own buffer", () => {
    const column = float64Column();
    for (let value = 0; value < 1000; value += 1) column.push(value);
    const taken = column.take();
    expect(taken).toHaveLength(1000);
    expect(taken[3]).toBe(3);
    expect(taken[999]).toBe(999);
    expect(taken.buffer.byteLength).toBe(8000);
    expect(column.take().buffer).not.toBe(taken.buffer);
    expect(uint8Column().take()).toHaveLength(0);
  });
});

describe("guarded storage", () => {
  it("is read as empty if the browser's storage throws, wherever it throws", () => {
    const denied = guardedStorage(() => {
      throw new DOMException("denied", "SecurityError");
    });
    expect(denied.write("a", "1")).toBe(false);
    expect(denied.remove("a")).toBe(false);
    expect(canKeep(denied)).toBe(false);
    expect(denied.read("a")).toBeUndefined();
    expect(denied.names()).toEqual([]);
    const full = guardedStorage(() => ({
      getItem: () => "kept",
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
      removeItem: () => undefined,
      length: 2,
      key: (at) => ["a", "b"][at] ?? null,
    }));
    expect(full.write("a", "1")).toBe(false);
    expect(canKeep(full)).toBe(false);
    expect(full.read("a")).toBe("kept");
    expect(full.names()).toEqual(["a", "b"]);
  });

  it("reports that it has stored a value, and leaves none behind after a check", () => {
    const device = memoryDevice();
    const storage = device.tab();
    expect(canKeep(storage)).toBe(true);
    expect(storage.names()).toEqual([]);
    expect(storage.write("a", "1")).toBe(true);
    expect(storage.remove("a")).toBe(true);
  });

  it("receives what another tab writes under the key, with the earlier value", () => {
    const device = memoryDevice();
    const [one, other] = [device.tab(), device.tab()];
    const heard: unknown[] = [];
    const stop = one.watch("a", (...news) => heard.push(news));
    one.write("a", "own");
    other.write("a", "1");
    other.write("b", "1");
    other.remove("a");
    device.deliver();
    expect(heard).toEqual([
      ["1", "own"],
      [undefined, "1"],
    ]);
    stop();
    other.write("a", "2");
    device.deliver();
    expect(heard).toHaveLength(2);
  });

  it("of a tab falls back to the device's if the tab has no value", () => {
    const device = memoryDevice();
    const [one, other] = [1, 2].map(() => tabStorage(memoryDevice().tab(), device.tab()));
    if (one === undefined || other === undefined) throw new Error("no tabs");
    one.write("a", "one");
    expect(other.read("a")).toBe("one");
    other.write("a", "other");
    expect(one.read("a")).toBe("one");
    one.remove("a");
    other.write("a", "other again");
    expect(one.read("a")).toBeUndefined();
    expect(other.read("a")).toBe("other again");
  });
});
