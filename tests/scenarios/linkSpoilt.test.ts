/** One link in the forms that mail programs, chats, trackers, sentences and editors make of it. */
import { describe, expect, it, test } from "vitest";
import { plainFragment } from "../../scenarios/link/fragment.ts";
import { decodeLink, encodeLink } from "../../scenarios/link/link.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { createRandom } from "../support/random.ts";
import { randomScenario } from "../support/randomScenario.ts";

const parsed = parseScenario(randomScenario(7));
if (!parsed.ok) throw new Error("the scenario is not valid");
const { scenario } = parsed;
const position = {
  cycle: 112_8381,
  zoom: { from: 1_000_000, to: 1_200_000 },
  bookmarks: [{ cycle: 1_128_381, note: "the ring is full here" }],
  tracks: [{ kind: "ipc", index: 0, shown: false, pinned: false, heightPx: undefined }],
} as const;
const hash = encodeLink(scenario, position, undefined, "4") ?? "";
const page = "https://example.org/course/irqscope/";
const link = page + hash;

const encoded = (text: string, letters: RegExp) =>
  text.replace(letters, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

const SPOILT: Readonly<Record<string, string>> = {
  "as it was written": link,
  "# as %23": link.replace("#", "%23"),
  "= as %3D": encoded(link, /=/g),
  "& as %26": encoded(link, /&/g),
  "all signs encoded": encoded(link, /[#=&.~,-]/g),
  "wholly encoded": encodeURIComponent(link),
  "encoded twice": encodeURIComponent(encodeURIComponent(link)),
  "each letter encoded": page + encoded(hash, /./g),
  "a full stop behind it": `${link}.`,
  "a comma behind it": `${link},`,
  "a bracket and a full stop": `${link}).`,
  "a square bracket": `${link}]`,
  "an angle bracket": `${link}>`,
  "a quote": `${link}"`,
  "a curly quote": `${link}”`,
  "a curly quote, encoded": `${link}%E2%80%9D`,
  "a quote and the rest of a tag": `${link}">our machine</a>`,
  "an exclamation mark": `${link}!`,
  "stars of Markdown": `${link}**`,
  "a tracker behind the hash": `${link}?fbclid=IwAR0abc_-123`,
  "a tracker that is named as a part": `${link}?s=20&t=AbCdEf`,
  "campaigns behind it": `${link}&utm_source=mail&utm_medium=x.y`,
  "a chat's s and t behind it": `${link}&s=20`,
  "a tracker before the hash": link.replace("#", "?fbclid=IwAR0abc#"),
  "a tracker before an encoded hash": link.replace("#", "?fbclid=IwAR0abc%23"),
  "? for #": link.replace("#", "?"),
  "& as in HTML": link.replaceAll("&", "&amp;"),
  "line breaks": link.replace(/.{60}/g, "$&\r\n"),
  "line breaks, encoded": link.replace(/.{60}/g, "$&%0D%0A"),
  "blanks around it": `  ${link}\n`,
  "a blank, encoded": `${link}%20`,
  "invisible marks": link.replace(/.{50}/g, "$&\u200b\u00ad"),
  "quoted-printable": link.replaceAll("=", "=3D").replace(/(?:=3D|.){60}/g, "$&=\r\n"),
  "a second #": link.replace("#", "##"),
};

describe("a link that other software re-encoded opens the same machine at the same place", () => {
  test.each(Object.entries(SPOILT))("%s", (_, spoilt) => {
    expect(decodeLink(spoilt)).toEqual({ ok: true, scenario, position, modelVersion: "4" });
  });

  test.each(Object.entries(SPOILT))("twice: %s, then fully encoded", (_, spoilt) => {
    expect(decodeLink(encodeURIComponent(spoilt))).toMatchObject({ ok: true, scenario });
  });
});

describe("a link with a damaged end", () => {
  it("opens if it is truncated after the scenario, and reports it", () => {
    const begin = hash.indexOf("&");
    for (let length = begin + 1; length < hash.length; length += 3) {
      const decoded = decodeLink(hash.slice(0, length));
      expect(decoded, `cut at ${length}`).toMatchObject({ ok: true, scenario });
      expect(decoded.ok && decoded.faults, `cut at ${length}`).toBeDefined();
    }
  });

  it("reports any changed letter", () => {
    const begin = hash.indexOf("&v=") + 3;
    for (let at = begin; at < hash.length; at += 3) {
      const letter = hash.charAt(at) === "1" ? "2" : "1";
      const decoded = decodeLink(hash.slice(0, at) + letter + hash.slice(at + 1));
      expect(decoded, `letter ${at}`).toMatchObject({ ok: true, scenario });
      expect(decoded.ok && decoded.faults, `letter ${at}`).toBeDefined();
    }
  });

  it("reports nothing about appended text or where no check is possible", () => {
    expect(decodeLink(`${hash}&gclid=5`)).not.toHaveProperty("faults");
    expect(decodeLink(encodeLink(scenario, position) ?? "")).toEqual({ ok: true, scenario, position });
  });

  it.each(["c=-1", "c=1e5", "c=99999999999999999", "z=5", "z=5-4", "z=1-2-3", "p=<script>", "m=1.AA", "t=x"])(
    "opens without %s and reports it",
    (part) => {
      const plain = encodeLink(scenario) ?? "";
      const decoded = decodeLink(`${plain}&${part}`);
      expect(decoded).toMatchObject({ ok: true, scenario, position: {} });
      expect(decoded.ok && decoded.faults).toHaveLength(1);
    },
  );
});

describe("plainFragment", () => {
  it.each([
    ["", ""],
    ["labs", "labs"],
    ["labs.", "labs"],
    ["compare)", "compare"],
    ["lab%3Drings%26seed%3D3", "lab=rings&seed=3"],
    ["lab=rings?seed=3", "lab=rings&seed=3"],
    ["lab=interrupt-cost&step=watch.", "lab=interrupt-cost&step=watch"],
    ["nosuch", "nosuch"],
    ["s=1.", "s=1."],
    ["s=1.%", "s=1.%"],
    ["s=1.%ff", "s=1.%ff"],
  ])("turns %s into %s", (given, plain) => {
    expect(plainFragment(given)).toBe(plain);
  });

  it("leaves links of any scenario unchanged, and applying it twice equals once", () => {
    for (let seed = 0; seed < 3; seed++) {
      const made = parseScenario(randomScenario(seed));
      if (!made.ok) throw new Error(`${seed}`);
      const own = (encodeLink(made.scenario, position, made.scenario, "4") ?? "").slice(1);
      expect(plainFragment(own)).toBe(own);
    }
    const random = createRandom(5);
    for (let count = 0; count < 500; count++) {
      const text = Array.from({ length: random.integer(0, 30) }, () =>
        random.pick([
          "s=1.",
          "%23",
          "%",
          "&",
          "=",
          "?",
          "#",
          ".",
          "\u200b",
          "A",
          "lab",
          "ä",
          '"',
          "%E2",
          "=3D",
        ]),
      ).join("");
      const once = plainFragment(text);
      expect(typeof once).toBe("string");
      expect(once.length).toBeLessThanOrEqual(text.length + 1);
    }
  });
});
