/** Of the built page (vite.config.ts) and of docs/deploy.md: no script but our files, no eval but wasm, and no form sends anything. */
export const CONTENT_SECURITY_POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'";
