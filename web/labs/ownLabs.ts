/** Stores labs from files and links on this device, so that the page finds them again after a reload. */
import type { Lab, LabResult } from "../../lib/labs/lab.ts";
import { labFileText, ownLabName, readOwnLab } from "../../lib/labs/own.ts";
import type { KeyValueStore } from "../ui/storage.ts";

const LIST = "irqscope.own-labs";
const keyOf = (name: string) => `${LIST}.${name}`;
/** Above this number, the lab that was opened longest ago is dropped. */
const KEPT_LIMIT = 8;

/** Labs of this visit, for browsers that block storage. */
const opened = new Map<string, string>();

/** Returns the name of the lab in addresses. */
export function keepOwnLab(storage: KeyValueStore, lab: Lab): string {
  const name = ownLabName(lab);
  const text = labFileText(lab);
  opened.set(name, text);
  const others = kept(storage).filter((one) => one !== name);
  const stays = [name, ...others].slice(0, KEPT_LIMIT);
  for (const one of others) if (!stays.includes(one)) storage.remove(keyOf(one));
  storage.write(keyOf(name), text);
  storage.write(LIST, stays.join(" "));
  return name;
}

/** Undefined if the lab was never opened here, or has been dropped. Stored text is checked like any other file. */
export async function findOwnLab(storage: KeyValueStore, name: string): Promise<LabResult | undefined> {
  const text = opened.get(name) ?? storage.read(keyOf(name));
  return text === undefined ? undefined : readOwnLab(text);
}

/** Stored labs by name, the latest one first. */
export async function ownLabs(storage: KeyValueStore): Promise<ReadonlyMap<string, Lab>> {
  const labs = new Map<string, Lab>();
  for (const name of kept(storage)) {
    const found = await findOwnLab(storage, name);
    if (found?.ok) labs.set(name, found.lab);
  }
  return labs;
}

function kept(storage: KeyValueStore): readonly string[] {
  return (storage.read(LIST) ?? "").split(" ").filter((name) => name !== "");
}
