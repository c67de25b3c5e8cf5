/** Memory of a large capture beside its own bytes, measured as the largest resident size of the command. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { testCommand } from "../support/command.ts";
import { long } from "../support/long.ts";

const command = testCommand();

const FILE_HEADER_BYTES = 24;
const RECORD_HEADER_BYTES = 16;
const CAPTURED_BYTES = 42;
const PACKET_BYTES = RECORD_HEADER_BYTES + CAPTURED_BYTES;

/** UDP between one host and 50 others, 100,000 packets a second. */
function pcapOf(packetCount: number): Buffer {
  const file = Buffer.alloc(FILE_HEADER_BYTES + packetCount * PACKET_BYTES);
  file.writeUInt32LE(0xa1b2c3d4, 0);
  file.writeUInt16LE(2, 4);
  file.writeUInt16LE(4, 6);
  file.writeUInt32LE(65_535, 16);
  file.writeUInt32LE(1, 20);
  for (let i = 0; i < packetCount; i++) {
    const record = FILE_HEADER_BYTES + i * PACKET_BYTES;
    file.writeUInt32LE(1_700_000_000 + Math.floor(i / 100_000), record);
    file.writeUInt32LE((i % 100_000) * 10, record + 4);
    file.writeUInt32LE(CAPTURED_BYTES, record + 8);
    file.writeUInt32LE(60, record + 12);
    const frame = record + RECORD_HEADER_BYTES;
    file.writeUInt8(2, frame + 5);
    file.writeUInt8(4, frame + 11);
    file.writeUInt16BE(0x0800, frame + 12);
    file.writeUInt8(0x45, frame + 14);
    file.writeUInt8(17, frame + 23);
    file.writeUInt32BE(0x0a000001, frame + 26);
    file.writeUInt32BE(0x0a000002 + (i % 50), frame + 30);
  }
  return file;
}

/** Resident size in bytes of a run that takes the busiest second. */
function largestResidentSize(name: string): number {
  const tell = "process.on('exit', () => process._rawDebug('RSS ' + process.resourceUsage().maxRSS))";
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      "--import",
      `data:text/javascript,${tell}`,
      command.bundle,
      "trace",
      "--pcap",
      name,
      "--busiest",
      "1000",
    ],
    { cwd: command.folder, encoding: "utf8", maxBuffer: 2 ** 28 },
  );
  expect(status, stderr).toBe(0);
  return 1024 * Number(/^RSS (\d+)$/m.exec(stderr)?.[1]);
}

/** On a busy host garbage is collected late, so the least of several tries is taken. */
const TRIES = 3;

test(
  "a packet takes at most 64 bytes beside its bytes in the file",
  long("Only millions of packets show what one takes; they take 7 s of CPU."),
  () => {
    const packetCount = 3_000_000;
    command.file("small.pcap", pcapOf(100_000));
    command.file("large.pcap", pcapOf(packetCount));
    let least = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < TRIES && least - PACKET_BYTES >= 64; tries += 1) {
      const bytes = largestResidentSize("large.pcap") - largestResidentSize("small.pcap");
      least = Math.min(least, bytes / (packetCount - 100_000));
    }
    expect(least).toBeGreaterThan(PACKET_BYTES); // The file is read as a whole.
    expect(least - PACKET_BYTES).toBeLessThan(64);
  },
);
