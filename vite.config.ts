import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  base: "./", // dist/ runs from any path of any web server
  plugins: [react()],
  worker: { format: "es" },
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // a small .wasm as a data: URL could not be streamed or cached
  },
  server: { host: "localhost" },
});
