/** `irqscope/core`: the machine as WebAssembly, and everything that can be read of it. It needs no Node. */
export * from "../../core-wasm/binding/index.ts";
