// TypeScript of the repository for programs that are none.
import { fileURLToPath } from "node:url";

/** What `use` makes of a module. Until then the module may import others, as scenarios are imported when they are asked
 * for. */
export async function withModule(url, use) {
  // A build of the core without a profile needs no vite.
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
