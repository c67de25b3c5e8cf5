// Loads TypeScript modules of the repository into plain JavaScript programs.
import { fileURLToPath } from "node:url";

/** Returns the result of `use`. Until then the module may import others, because scenarios are imported on demand. */
export async function withModule(url, use) {
  // A build of the core without a profile does not need vite.
  const { createServer } = await import("vite");
  const sources = await createServer({
    configFile: false,
    root: fileURLToPath(new URL("..", import.meta.url)),
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    return await use(await sources.ssrLoadModule(fileURLToPath(url)));
  } finally {
    await sources.close();
  }
}
