import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCutCapture } from "../../../lib/captures/readCapture.ts";
import { BUILTIN_SCENARIOS } from "../../../scenarios/index.ts";
import { encodeLink } from "../../../scenarios/link/link.ts";
import { leftOutText, linkContentsText } from "../../../web/app/shell/ShareBody.tsx";
import { forcedTheme, resolveTheme } from "../../../web/app/useTheme.ts";
import { folderIn } from "../../../web/scenarios/open/DropTarget.tsx";
import { openBuiltin } from "../../../web/scenarios/open/open.ts";
import { openFiles } from "../../../web/scenarios/open/openFile.ts";
import { openLink } from "../../../web/scenarios/open/openLink.ts";
import { scenarioFacts } from "../../../web/scenarios/settings/scenarioFacts.ts";
import { hashOf, makeShare, scenarioFileName } from "../../../web/scenarios/share.ts";
import type { Position } from "../../../web/state/store.ts";

const text = readFileSync(new URL("../../../scenarios/demos/ring-overflow.json", import.meta.url), "utf8");
const file = (bytes: string | Uint8Array<ArrayBuffer>, name: string) => new File([bytes], name);

async function demo() {
  const opened = await openBuiltin("ring-overflow");
  if (!opened.ok) throw new Error(opened.message);
  return opened.scenario;
}

describe("opening files", () => {
  it("accepts a scenario with any file name", async () => {
    const opened = await openFiles([file(text, "lecture.pcap")]);
    expect(opened).toMatchObject({ ok: true, origin: { kind: "file", name: "lecture.pcap" } });
  });

  it("accepts a scenario on a built-in base, and names a base that is not built in", async () => {
    const head = { format: "irqscope-scenario", version: 1, name: "deep" };
    const set = { "machine.nics.eth0.rxRingFrames": 64 };
    const on = (base: string) => openFiles([file(JSON.stringify({ ...head, base, set }), "deep.json")]);
    const { machine } = await demo();
    const nics = machine.nics.map((nic) => ({ ...nic, rxRingFrames: 64 }));
    expect(await on("ring-overflow")).toMatchObject({
      ok: true,
      scenario: { name: "deep", machine: { nics } },
    });
    expect(await on("common.json")).toMatchObject({
      message: 'deep.json: base "common.json" is not a scenario here.',
    });
  });

  it.each([
    ["not JSON", "hello there", /hello\.json: .*line 1/],
    ["an unknown field", text.replace('"runCycles"', '"runCycle"'), /runCycle /],
    ["a wrong type", text.replace(/"clockHertz": \d+/, '"clockHertz": "fast"'), /machine\.clockHertz /],
  ])("refuses %s with file, field and reason", async (_, content, reason) => {
    const opened = await openFiles([file(content, "hello.json")]);
    expect(opened.ok).toBe(false);
    if (!opened.ok) {
      expect(opened.message).toMatch(/^hello\.json: /);
      expect(opened.message).toMatch(reason);
    }
  });

  it("refuses captures with the offset of the fault", async () => {
    const magic = new Uint8Array([0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0, 0, 0]);
    const cut = await openFiles([file(magic, "cut.pcap")]);
    expect(cut).toMatchObject({ ok: false });
    if (!cut.ok) expect(cut.message).toMatch(/^cut\.pcap: at byte \d+: /);
    const strange = await openFiles([file(new Uint8Array([0, 1, 2, 3, 4]), "strange.json")]);
    if (!strange.ok) expect(strange.message).toMatch(/^strange\.json: is a binary file/);
    expect(strange.ok).toBe(false);
  });

  it.each(["two-hosts-200-us-little.pcap", "two-hosts-200-ns-big.pcap", "two-hosts-200.pcapng"])(
    "takes the packets before the place where %s is truncated, and reports it",
    async (name) => {
      const whole = new Uint8Array(readFileSync(new URL(`../../fixtures/captures/${name}`, import.meta.url)));
      const all = await openFiles([file(whole, name)]);
      expect(all).toMatchObject({ ok: true });
      expect("warning" in all).toBe(false);
      const bytes = whole.subarray(0, Math.floor(whole.length / 2) + 5);
      const { capture, leftOutBytes } = readCutCapture(bytes);
      expect(leftOutBytes).toBeGreaterThan(0);
      const cut = await openFiles([file(bytes, "cut.pcap")]);
      if (!cut.ok) throw new Error(cut.message);
      expect(cut.warning).toBe(
        `cut.pcap ends in the middle of a packet, as happens when a recording is interrupted. The ${capture.packetCount} complete packets are used, and the last ${leftOutBytes} B are ignored.`,
      );
      expect(cut.scenario.description).toContain("The file is cut off");
      expect(JSON.stringify(cut.scenario.traffic).length).toBeLessThan(
        all.ok ? JSON.stringify(all.scenario.traffic).length : 0,
      );
      const atPacket = await openFiles([file(whole.subarray(0, bytes.length - leftOutBytes), "whole.pcap")]);
      expect("warning" in atPacket).toBe(false);
    },
  );

  it("finds the folder in a drop, even among files", () => {
    const item = (isDirectory: boolean, name: string) => ({
      webkitGetAsEntry: () => ({ isDirectory, name }) as FileSystemEntry,
    });
    const text = { webkitGetAsEntry: () => null };
    expect(folderIn([text, item(false, "a.pcap"), item(true, "captures")])).toBe("captures");
    expect(folderIn([text, item(false, "a.pcap")])).toBeUndefined();
  });

  it("ignores an empty drop, and refuses several files or an empty one", async () => {
    for (const files of [[], [file("{}", "a"), file("{}", "b")], [file("", "empty.pcap")]]) {
      expect((await openFiles(files)).ok).toBe(false);
    }
  });
});

describe("opening links", () => {
  it("restores the place where they were made", async () => {
    const scenario = await demo();
    const place = { cycle: 4242, startCycle: 4000, visibleCycles: 500 };
    const share = makeShare(scenario, place, "https://example.org/course/?theme=dark#old");
    if (share.kind !== "link") throw new Error("too long");
    expect(share.url).toMatch(/^https:\/\/example\.org\/course\/\?theme=dark#s=/);
    expect(await openLink(hashOf(share.url))).toMatchObject({ ok: true, scenario, position: place });
  });

  it("states what a link contains", async () => {
    const everything = {
      cycle: 4242,
      startCycle: 4000,
      visibleCycles: 500,
      breakpoints: [{ condition: "ring.fill >= 8", enabled: true, fromHit: 1, everyHits: 1 }],
      bookmarks: [
        { cycle: 10, note: "here" },
        { cycle: 20, note: "" },
      ],
      tracks: [{ kind: "ipc", index: 0, shown: false, pinned: false, heightPx: undefined }],
      range: { from: 100, to: 200 },
      follow: { what: "packet", cycle: 4000, number: 7 },
    } as const satisfies Position;
    expect(linkContentsText(everything)).toBe(
      "The link also carries what the timeline shows, 1 breakpoint, 2 bookmarks, your choice of tracks, the chosen range, the followed packet, but not speed, theme or open panels.",
    );
    const share = makeShare(await demo(), everything, "http://localhost/");
    if (share.kind !== "link") throw new Error("too long");
    expect(await openLink(hashOf(share.url))).toMatchObject({ position: everything });
    expect(linkContentsText({ cycle: 0, startCycle: 0, visibleCycles: 1 })).toBe(
      "The link also carries what the timeline shows, but not speed, theme or open panels.",
    );
    const pair = { offsetCycles: -3, breakpoints: [], bookmarks: [{ cycle: 5, note: "" }] };
    expect(linkContentsText({ cycle: 0, startCycle: 0, visibleCycles: 1, pair })).toBe(
      "The link also carries what the timeline shows, 1 bookmark, the shift of B, but not speed, theme or open panels.",
    );
    expect(leftOutText({ cycle: 4242, startCycle: 0, visibleCycles: 1, pair }, true)).toBe(
      "The file contains only the scenario, without the other machine, cycle 4\u202f242, what the timeline shows, 1 bookmark, the shift of B.",
    );
    expect(leftOutText({ cycle: 0, startCycle: 0, visibleCycles: 1 }, false)).toBe(
      "The file contains only the scenario, without cycle 0, what the timeline shows.",
    );
  });

  it("accepts a link without a place", async () => {
    const opened = await openLink(encodeLink(await demo()) ?? "");
    expect(opened).toMatchObject({ ok: true });
    expect("position" in opened).toBe(false);
  });

  it.each(["#s=", "#s=1.AAAA", "#s=99.abc", "#nothing"])("reports why %s does not open", async (hash) => {
    const opened = await openLink(hash);
    expect(opened.ok).toBe(false);
    if (!opened.ok) expect(opened.message).toMatch(/^This link cannot be opened: .{10,}/);
  });

  it("offers a file if a link would be truncated", async () => {
    const scenario = await demo();
    const long = { ...scenario, description: randomText(12_000) };
    expect(makeShare(long, { cycle: 0, startCycle: 0, visibleCycles: 1 }, "http://localhost/").kind).toBe(
      "file",
    );
  });

  it("names the file after the scenario", async () => {
    const scenario = await demo();
    expect(scenarioFileName(scenario)).toBe("ring-overflow.json");
    expect(scenarioFileName({ ...scenario, name: "Café: ../../x" })).toBe("café-x.json");
    expect(scenarioFileName({ ...scenario, name: "★" })).toBe("scenario.json");
  });
});

/** Text that does not compress well and is the same in every run. */
function randomText(length: number): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (seed * 48271) % 2147483647;
    return String.fromCharCode(33 + (seed % 90));
  }).join("");
}

describe("opening built-in scenarios", () => {
  it.each(BUILTIN_SCENARIOS.map((one) => one.id))("opens and describes %s", async (id) => {
    const opened = await openBuiltin(id);
    if (!opened.ok) throw new Error(opened.message);
    const groups = scenarioFacts(opened.scenario);
    const traffic = opened.scenario.traffic.length > 0 ? ["Traffic"] : [];
    expect(groups.map((group) => group.title)).toEqual(["Machine", "Software", "Routines", ...traffic]);
    for (const fact of groups.flatMap((group) => group.facts)) {
      expect(fact.value).not.toMatch(/undefined|NaN|\[object/);
      expect(fact.label).not.toBe("");
    }
  });

  it("lists the available ones if the requested one does not exist", async () => {
    expect(await openBuiltin("nonsense")).toMatchObject({
      ok: false,
      message: expect.stringContaining("ring-overflow"),
    });
  });
});

describe("the theme", () => {
  it("comes from the address, else from the user's choice, else from the system", () => {
    expect(forcedTheme("?x=1&theme=dark")).toBe("dark");
    expect(forcedTheme("?theme=pink")).toBeUndefined();
    expect(resolveTheme("light", "dark", false)).toBe("dark");
    expect(resolveTheme("light", undefined, true)).toBe("light");
    expect(resolveTheme("system", undefined, true)).toBe("dark");
  });
});
