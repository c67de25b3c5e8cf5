/**
 * `irqscope/core`: the machine as WebAssembly, and everything that can be read from it. It does not need
 * Node.
 */
export * from "../../core-wasm/binding/index.ts";
