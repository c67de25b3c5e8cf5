/** Trusted Types: a server may require a policy for the addresses of scripts. The page's workers are files of its own
 * folder, so its policy accepts only addresses of its own origin. */
interface PolicyMaker {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ) => unknown;
}

export function allowOwnScripts(): void {
  const maker: unknown = Reflect.get(globalThis, "trustedTypes");
  if (!isPolicyMaker(maker)) return;
  try {
    maker.createPolicy("default", { createScriptURL: ownAddress });
  } catch {
    // The server's list of policies does not allow one. The script that fails because of this reports it.
  }
}

function ownAddress(address: string): string {
  if (new URL(address, document.baseURI).origin !== window.origin)
    throw new TypeError(`${address} is no script of this page`);
  return address;
}

function isPolicyMaker(value: unknown): value is PolicyMaker {
  return (
    typeof value === "object" && value !== null && typeof Reflect.get(value, "createPolicy") === "function"
  );
}
