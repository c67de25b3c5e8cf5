/** Standard input, output that no process reads, and places that cannot be read or written. */
import { copyFileSync, existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { packedReason } from "../../cli/load.ts";
import { testCommand } from "../support/command.ts";

const CAPTURE = new URL("../fixtures/captures/two-hosts-200-us-little.pcap", import.meta.url);

const command = testCommand();
const { shell } = command;

describe("the file name - is standard input", () => {
  test("of run, link and validate, so that commands can be joined", () => {
    const link = command.run("link", "figure-4").output.trim();
    const piped = (rest: string) => shell(`"$NODE" "$IRQSCOPE" open '${link}' | "$NODE" "$IRQSCOPE" ${rest}`);
    expect(piped("link -").output.trim()).toBe(link);
    expect(JSON.parse(piped("run - --json").output)).toEqual(
      expect.objectContaining({ scenario: "One receive and one send (figure 4)", brokenLaw: 0 }),
    );
    expect(piped("validate -")).toEqual({
      exitCode: 0,
      output: "-: ok: One receive and one send (figure 4)\n",
      errors: "",
    });
  });

  test.each([
    ["the part from # on", ""],
    ["a whole address", " --base https://example.org/sim/"],
  ])("of open, which reads a printed link %s", (_, base) => {
    const link = `"$NODE" "$IRQSCOPE" link figure-4 --cycle 2k${base}`;
    const { exitCode, output, errors } = shell(`${link} | "$NODE" "$IRQSCOPE" open - --json`);
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: "" });
    expect(JSON.parse(output)).toMatchObject({
      scenario: { name: "One receive and one send (figure 4)" },
      position: { cycle: 2000 },
    });
    expect(shell('echo hello | "$NODE" "$IRQSCOPE" open -')).toMatchObject({
      exitCode: 2,
      errors: "error: -: the link holds no scenario (#s=...)\n",
    });
  });

  test("of run and validate, with errors as for a file, and without a text.md of the folder", () => {
    command.file("text.md", "## nothing of this lab\n");
    expect(shell('printf "{}" | "$NODE" "$IRQSCOPE" run -')).toMatchObject({
      exitCode: 2,
      errors: 'error: -: format: must be "irqscope-scenario": this is not an irqscope scenario\n',
    });
    const lab = JSON.stringify({ format: "irqscope-lab" });
    const { errors } = shell('"$NODE" "$IRQSCOPE" validate -', lab);
    expect(errors).toContain("error: -: id: is missing\n");
    expect(errors).not.toContain("nothing of this lab");
  });

  test("of trace, which reads a capture from tcpdump -w -", () => {
    const { exitCode, output } = shell(
      `cat '${CAPTURE.pathname}' | "$NODE" "$IRQSCOPE" trace --pcap - --json`,
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      packetCount: 200,
      scenario: { name: "Capture standard input" },
    });
  });
});

test("trace reads a capture from a process substitution, as <(gzip -dc day.pcap.gz)", () => {
  const fifo = `mkfifo capture; cat '${CAPTURE.pathname}' > capture &`;
  const { exitCode, output } = shell(`${fifo} "$NODE" "$IRQSCOPE" trace --pcap capture --json`);
  expect(exitCode).toBe(0);
  expect(JSON.parse(output)).toMatchObject({ packetCount: 200, scenario: { name: "Capture capture" } });
});

const packed = gzipSync(readFileSync(CAPTURE));

describe("trace of a gzipped capture", () => {
  test("reads a file and a pipe", () => {
    command.file("way.pcap.gz", packed);
    expect(command.json("trace", "--pcap", "way.pcap.gz")).toMatchObject({ packetCount: 200 });
    const { output } = shell(`cat way.pcap.gz | "$NODE" "$IRQSCOPE" trace --pcap - --json`);
    expect(JSON.parse(output)).toMatchObject({ packetCount: 200 });
  });

  test("refuses broken compression", () => {
    command.file("cut.pcap.gz", packed.subarray(0, 100));
    expect(command.run("trace", "--pcap", "cut.pcap.gz")).toMatchObject({
      exitCode: 2,
      errors: "error: cut.pcap.gz: the file begins like a gzip file and cannot be unpacked\n",
    });
  });
});

describe("a compressed file is refused with a command that unpacks it", () => {
  const refusal = (...args: readonly string[]) => {
    const { exitCode, errors } = command.run(...args);
    expect(exitCode).toBe(2);
    return errors;
  };

  test.each([
    ["my day.pcap.zst", [0x28, 0xb5, 0x2f, 0xfd], "zstd: --pcap <(zstd -dc 'my day.pcap.zst')"],
    ["day.pcap.xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], "xz: --pcap <(xz -dc day.pcap.xz)"],
    ["it's.zip", [0x50, 0x4b, 3, 4], "zip: --pcap <(unzip -p 'it'\\''s.zip')"],
  ])("%s", (name, bytes, way) => {
    const file = command.file(name, Uint8Array.from(bytes));
    expect(refusal("trace", "--pcap", file)).toBe(
      `error: ${file}: is compressed with ${way} unpacks it on the way\n`,
    );
  });

  test("a gzipped scenario", () => {
    command.file("way.json.gz", gzipSync("{}"));
    expect(refusal("run", "way.json.gz")).toContain("<(gzip -dc way.json.gz) unpacks it on the way");
  });

  test("a gzipped capture or scenario from a pipe, without a file name in the command", () => {
    command.file("pipe.json.gz", gzipSync("{}"));
    expect(shell('"$NODE" "$IRQSCOPE" run /dev/fd/7 7<pipe.json.gz').errors).toBe(
      "error: /dev/fd/7: is compressed with gzip: unpack it in the pipe, as with gzip -dc\n",
    );
  });

  test("without <( ) in a Windows shell", () => {
    const reason = "is compressed with gzip: unpack it first";
    expect(packedReason(packed, "--pcap ", "day.pcap.gz", "win32")).toBe(reason);
    expect(packedReason(packed, "--pcap ", undefined, "win32")).toBe(reason);
    expect(packedReason(packed, "--pcap ", "day.pcap.gz", "darwin")).toContain("<(gzip -dc day.pcap.gz)");
  });

  test("a capture as a scenario", () => {
    expect(refusal("run", CAPTURE.pathname)).toContain(
      "is a capture: irqscope trace --pcap makes a scenario",
    );
  });
});

test("a scenario from a numbered pipe gets a general name", () => {
  const { output } = shell(`"$NODE" "$IRQSCOPE" trace --pcap /dev/fd/7 --json 7<'${CAPTURE.pathname}'`);
  expect(JSON.parse(output)).toMatchObject({ packetCount: 200, scenario: { name: "Capture pipe" } });
});

test("a missing core is reported once, even if workers meet it", () => {
  copyFileSync(command.bundle, join(command.folder, "alone.mjs"));
  for (const args of ["run figure-4", "papers --only 000", "sweep figure-4 --set runCycles=2000,3000"]) {
    const { exitCode, errors } = shell(`"$NODE" alone.mjs ${args}`);
    expect({ exitCode, errors }).toEqual({
      exitCode: 3,
      errors: "error: irqscope failed: core_fast.wasm is missing beside the command; build it again\n",
    });
  }
});

describe("irqscope with an unwritable output", () => {
  test.runIf(existsSync("/dev/full"))("reports a full device as such", () => {
    expect(shell('"$NODE" "$IRQSCOPE" run figure-4 > /dev/full')).toEqual({
      exitCode: 2,
      output: "",
      errors: "error: standard output: cannot be written: no space left on the device\n",
    });
  });

  test.runIf(existsSync("/dev/full"))("prints the results even if the file cannot be written", () => {
    command.file("no-submission.json", "{}");
    const { exitCode, output, errors } = command.run("grade", "no-submission.json", "--csv", "/dev/full");
    expect({ exitCode, errors }).toEqual({
      exitCode: 2,
      errors: "error: /dev/full: cannot be written: no space left on the device\n",
    });
    expect(output).toContain("0 of 1 graded");
  });

  test.each(["run figure-4 --json", "asm --help", "validate no-such-file.json --json"])(
    "%s ends quietly when its reader goes away, with the exit code of a broken pipe",
    (args) => {
      const { errors } = shell(
        `{ (sleep 0.5; exec "$NODE" "$IRQSCOPE" ${args}); echo "code $?" >&2; } | true`,
      );
      expect(errors).toBe("code 141\n");
    },
  );

  test("keeps its exit code when standard error is closed", () => {
    const { output } = shell(
      '{ "$NODE" "$IRQSCOPE" validate no-1.json no-2.json 2>&1 >/dev/null; echo $? >&3; } 3>code | true; cat code',
    );
    expect(output.trim()).toBe("2");
  });

  test("writes to devices and pipes, and follows symbolic links", () => {
    const link = command.run("link", "figure-4").output.trim();
    const scenario = command.run("open", link).output;
    const open = `"$NODE" "$IRQSCOPE" open '${link}'`;
    expect(shell(`${open} -o /dev/stdout | cat`).output).toBe(scenario);
    expect(shell(`mkfifo pipe; cat pipe & ${open} -o pipe --force; wait`).output).toBe(scenario);
    expect(statSync(join(command.folder, "pipe")).isFIFO()).toBe(true);
    command.file("target.json", "old");
    symlinkSync("target.json", join(command.folder, "link.json"));
    expect(command.run("open", link, "-o", "link.json").errors).toBe(
      "error: link.json: already exists; --force replaces it\n",
    );
    expect(command.run("open", link, "-o", "link.json", "--force").exitCode).toBe(0);
    expect(lstatSync(join(command.folder, "link.json")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(command.folder, "target.json"), "utf8")).toBe(scenario);
  }, 20_000);

  test.each([
    ["x".repeat(300), "its name is too long"] as const,
    ["a-file/b.json", "a part of its path is a file, not a folder"] as const,
  ])("refuses %s with the reason", (path, reason) => {
    command.file("a-file", "");
    const link = command.run("link", "figure-4").output.trim();
    expect(command.run("open", link, "-o", path)).toMatchObject({
      exitCode: 2,
      errors: `error: ${path}: cannot be written: ${reason}\n`,
    });
    expect(command.run("run", path).errors).toBe(`error: ${path}: cannot be read: ${reason}\n`);
  });

  test("starts no long work for a table that it cannot write", () => {
    command.file("there.csv", "mine");
    mkdirSync(join(command.folder, "folder"), { recursive: true });
    const refusals = [
      ["there.csv", "already exists; --force replaces it"],
      ["folder", "is a folder"],
      ["no/such.csv", "its folder does not exist"],
    ] as const;
    for (const [path, reason] of refusals) {
      const expected = { exitCode: 2, output: "", errors: `error: ${path}: ${reason}\n` };
      expect(command.run("papers", "--csv", path)).toEqual(expected);
      expect(command.run("grade", "no-such-submission.json", "--csv", path)).toEqual(expected);
    }
    expect(readFileSync(join(command.folder, "there.csv"), "utf8")).toBe("mine");
  }, 20_000);
});
