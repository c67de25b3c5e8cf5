/** Every address of a capture, once. Network addresses and station (MAC) addresses share the table. */
export interface Address {
  readonly text: string;
  readonly kind: "ipv4" | "ipv6" | "station";
  /** A broadcast or multicast address: no host sends from it, and every host on the wire receives it. */
  readonly group: boolean;
}

export const NO_ADDRESS = 0xffff_ffff;

export interface AddressTable {
  readonly addresses: readonly Address[];
  ipv4(bytes: Uint8Array, offset: number): number;
  ipv6(bytes: Uint8Array, offset: number): number;
  station(bytes: Uint8Array, offset: number): number;
}

export function addressTable(): AddressTable {
  const addresses: Address[] = [];
  const ids = {
    ipv4: new Map<number, number>(),
    ipv6: new Map<string, number>(),
    station: new Map<number, number>(),
  };

  function intern<Key>(
    known: Map<Key, number>,
    key: Key,
    kind: Address["kind"],
    present: () => Omit<Address, "kind">,
  ): number {
    const id = known.get(key);
    if (id !== undefined) return id;
    known.set(key, addresses.length);
    return addresses.push({ kind, ...present() }) - 1;
  }

  return {
    addresses,
    ipv4: (bytes, at) =>
      intern(ids.ipv4, wholeNumber(bytes, at, 4), "ipv4", () => presentIpv4(bytes.subarray(at, at + 4))),
    ipv6: (bytes, at) => {
      const address = bytes.subarray(at, at + 16);
      return intern(ids.ipv6, String.fromCharCode(...address), "ipv6", () => presentIpv6(address));
    },
    station: (bytes, at) =>
      intern(ids.station, wholeNumber(bytes, at, 6), "station", () =>
        presentStation(bytes.subarray(at, at + 6)),
      ),
  };
}

/** Big-endian, up to six bytes. */
function wholeNumber(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = at; i < at + length; i++) value = value * 256 + (bytes[i] ?? 0);
  return value;
}

function presentIpv4(address: Uint8Array): Omit<Address, "kind"> {
  const first = address[0] ?? 0;
  return {
    text: address.join("."),
    group: (first & 0xf0) === 0xe0 || address.every((byte) => byte === 0xff),
  };
}

function presentIpv6(address: Uint8Array): Omit<Address, "kind"> {
  const words = Array.from({ length: 8 }, (_, i) =>
    (((address[2 * i] ?? 0) << 8) | (address[2 * i + 1] ?? 0)).toString(16),
  );
  return { text: canonicalIpv6(words.join(":")) ?? words.join(":"), group: address[0] === 0xff };
}

function presentStation(address: Uint8Array): Omit<Address, "kind"> {
  return {
    text: Array.from(address, (byte) => byte.toString(16).padStart(2, "0")).join(":"),
    group: ((address[0] ?? 0) & 1) === 1,
  };
}

/** The shortest form, as the URL standard writes it. Undefined if the text is not an IPv6 address. */
function canonicalIpv6(text: string): string | undefined {
  const url = `http://[${text}]/`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : undefined;
}

/** An address that a user typed, in the form of the table. Undefined if the text is not an address. */
export function canonicalAddress(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(trimmed)) {
    const parts = trimmed.split(".").map(Number);
    return parts.every((part) => part <= 255) ? parts.join(".") : undefined;
  }
  if (/^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$/.test(trimmed)) return trimmed.replaceAll("-", ":");
  return trimmed.includes(":") ? canonicalIpv6(trimmed) : undefined;
}
