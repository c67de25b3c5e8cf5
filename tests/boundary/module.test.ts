import { homedir, tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { CoreLoadError, CoreModule, loadCore, SIM_LAYOUT_HASH } from "../../core-wasm/binding/index.ts";
import { PAGE_BYTES } from "../../core-wasm/binding/module.ts";
import { type CoreFile, coreBytes, openCore } from "./support.ts";

/** A module with one imported function: `(import "env" "now" (func))`. */
const IMPORTS_A_CLOCK = new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 2, 11, 1, 3, 0x65, 0x6e, 0x76, 3, 0x6e, 0x6f, 0x77, 0,
  0,
]);
const EMPTY_MODULE = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

/** A LEB128 constant (WebAssembly core specification, section 5.2.2). */
function signedLeb128(value: bigint): Buffer {
  const bytes: number[] = [];
  for (let rest = value, ends = false; !ends; rest >>= 7n) {
    const low = Number(rest & 0x7fn);
    ends = rest >> 7n === (low & 0x40 ? -1n : 0n);
    bytes.push(ends ? low : low | 0x80);
  }
  return Buffer.from(bytes);
}

/** The core with another hash of its records, as a newer core could have. */
function withOtherLayout(): Uint8Array<ArrayBuffer> {
  const bytes = coreBytes();
  const hash = signedLeb128(BigInt.asIntN(64, BigInt(`0x${SIM_LAYOUT_HASH}`)));
  const buffer = Buffer.from(bytes.buffer);
  const first = buffer.indexOf(hash);
  expect(first).toBeGreaterThan(0);
  for (let at = first; at >= 0; at = buffer.indexOf(hash, at + 1)) bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

const wasmResponse = (type: string, status = 200) =>
  new Response(coreBytes(), { status, headers: { "Content-Type": type } });

describe.each<CoreFile>(["core.wasm", "core_fast.wasm"])("%s", (file) => {
  it("imports only its memory", async () => {
    const module = await WebAssembly.compile(coreBytes(file));
    expect(WebAssembly.Module.imports(module)).toEqual([{ module: "env", name: "memory", kind: "memory" }]);
  });

  it("serves memories of different sizes from one module", async () => {
    const core = await openCore(file);
    for (const pages of [16, 17, 300, 4096]) {
      const { view, core: exports } = core.instantiate(pages);
      expect(view.byteLength).toBe(pages * PAGE_BYTES);
      expect(exports.core_transfer()).toBeLessThan(24 * PAGE_BYTES);
    }
  });

  it("contains no path of the machine that built it", () => {
    const text = Buffer.from(coreBytes(file)).toString("latin1");
    const folders = ["/usr/", tmpdir(), homedir(), process.cwd()];
    expect(folders.filter((folder) => text.includes(folder))).toEqual([]);
  });
});

describe("loadCore", () => {
  it("accepts bytes, and returns a module with the model version", async () => {
    const core = await loadCore(coreBytes());
    expect(core.version).toMatch(/\d/);
    expect(new CoreModule(core.module).version).toBe(core.version);
  });

  it("accepts a response, with or without the MIME type of wasm", async () => {
    for (const type of ["application/wasm", "application/octet-stream"])
      expect(await loadCore(Promise.resolve(wasmResponse(type)))).toBeInstanceOf(CoreModule);
  });

  it("reports the HTTP status of a failed response", async () => {
    await expect(loadCore(wasmResponse("application/wasm", 404))).rejects.toThrow(/404/);
  });

  it("refuses a module whose record layout differs", async () => {
    const refused = loadCore(withOtherLayout());
    await expect(refused).rejects.toThrow(CoreLoadError);
    await expect(refused).rejects.toThrow(SIM_LAYOUT_HASH);
  });

  it("refuses a module with an import other than memory", async () => {
    await expect(loadCore(IMPORTS_A_CLOCK)).rejects.toThrow(/more than its memory: now/);
  });

  it("refuses bytes that are no wasm module, and a wasm module of another program", async () => {
    await expect(loadCore(new Uint8Array([1, 2, 3]))).rejects.toThrow(CoreLoadError);
    await expect(loadCore(coreBytes().slice(0, 1000))).rejects.toThrow(CoreLoadError);
    await expect(loadCore(EMPTY_MODULE)).rejects.toThrow(/it is another module/);
  });
});
