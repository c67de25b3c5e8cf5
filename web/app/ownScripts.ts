/** Trusted Types: a server may demand that a policy lets the addresses of scripts pass. The page's workers are files of
 * its own folder, so its policy lets those of its own origin pass and nothing else. */
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
    // The server's list of policies has no place for one: what fails because of it says so.
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
