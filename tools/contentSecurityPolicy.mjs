/** Policy of the built page (vite.config.ts) and of docs/deploy.md: only scripts of our own files, no eval except
 * wasm, and no forms that send data. */
export const CONTENT_SECURITY_POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'";
