/** The panel of a dropped capture. */
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { long } from "./long.ts";
import { dropFile, fixture, machineIsShown, open } from "./support.ts";

const panel = (page: import("@playwright/test").Page) => page.getByRole("dialog", { name: /^Capture / });

test("the panel of a capture shows its contents and reports mistakes", async ({ page }) => {
  await open(page);
  const told = panel(page);
  await test.step("a short capture runs at once, and the panel shows what it contains", async () => {
    await dropFile(page, "two.pcapng", fixture("captures/two-hosts-200.pcapng"));
    await expect(page.locator(".picker__name")).toHaveText("Capture two.pcapng");
    await machineIsShown(page);
    await expect(told).toContainText("pcapng, 200 packets in");
    await expect(told).toContainText(/Used: [1-9]\d* received and \d+ sent by 10\.77\.0\.1/);
    await told.getByLabel("Length of the busiest part in ms").fill("0.5");
    await told.getByLabel("Our host").fill("10.77.0.2");
    await told.getByRole("button", { name: "Open again" }).click();
    await expect(told).toContainText("by 10.77.0.2");
    await expect(told).toContainText(/\d+ packets outside the window: left out/);
    await told.getByLabel("Receive every packet, as behind a mirror port").check();
    await told.getByRole("button", { name: "Open again" }).click();
    await expect(told).toContainText("0 sent by all hosts");
    await told.getByRole("button", { name: "Close" }).click();
    await expect(told).toHaveCount(0);
  });
  await test.step("a mistyped option is reported, and an unreadable file keeps the running machine", async () => {
    await dropFile(page, "two.pcapng", fixture("captures/two-hosts-200.pcapng"));
    await told.getByLabel("Start, ms after the first packet").fill("soon");
    await told.getByRole("button", { name: "Open again" }).click();
    await expect(told.getByRole("alert")).toContainText("Times must be in milliseconds");
    await told.getByLabel("Start, ms after the first packet").fill("90000");
    await told.getByRole("button", { name: "Open again" }).click();
    await expect(told.getByRole("alert")).toContainText("no packet of our host lies in the window");
    await page.keyboard.press("Escape");
    await expect(told).toHaveCount(0);
    await dropFile(page, "ppp.pcap", fixture("captures/odd/link-type-9-ppp.pcap"));
    await expect(page.getByRole("alert").filter({ hasText: "link type PPP (9) is not read" })).toBeVisible();
    await expect(page.locator(".picker__name")).toHaveText("Capture two.pcapng");
  });
  await test.step("a gzipped capture opens, and so do the packets that a flood's target received", async () => {
    await dropFile(page, "day.pcap.gz", gzipSync(fixture("captures/two-hosts-200-us-little.pcap")));
    await expect(page.locator(".picker__name")).toHaveText("Capture day.pcap.gz");
    await dropFile(page, "flood.pcap", fixture("captures/odd/flood-one-way.pcap"));
    await expect(page.locator(".picker__name")).toHaveText("Capture flood.pcap");
    await expect(told).toContainText("Used: 50 received and 0 sent by 192.0.2.2");
  });
});

test(
  "a capture chosen in the gallery runs, and its panel shows what it contains",
  long(
    "It adds the way from the gallery. The first test of capture.spec.ts has the panel in the short list.",
  ),
  async ({ page }) => {
    await open(page);
    await page.locator(".picker__trigger").click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open file…" }).click();
    const buffer = Buffer.from(fixture("captures/two-hosts-200.pcapng"));
    await (await chooser).setFiles({ name: "picked.pcapng", mimeType: "application/octet-stream", buffer });
    await expect(page.locator(".picker__name")).toHaveText("Capture picked.pcapng");
    await machineIsShown(page);
    await expect(panel(page)).toContainText("pcapng, 200 packets in");
  },
);

test(
  "a study of a capture takes the busiest part, a machine of the gallery and another sample with each seed",
  long(
    "It adds the way of a capture into a study. tests/study/warnings.test.ts and tests/study/ownPoint.test.ts have studies of captures without a browser.",
  ),
  async ({ page }) => {
    await open(page);
    await dropFile(page, "two.pcapng", fixture("captures/two-hosts-200.pcapng"));
    const told = panel(page);
    await expect(told).toContainText(/Used: [1-9]\d* received and [1-9]\d* sent/);
    // The length stays, so a single press is enough.
    await told.getByLabel("Length of the busiest part in ms").click();
    await expect(told.getByRole("radio", { name: /busiest/ })).toBeChecked();
    await told.getByLabel("Machine").selectOption({ label: "Ring overflow" });
    await told.getByRole("button", { name: "Open again" }).click();
    await expect(told).toContainText(/Used: [1-9]\d* received and 0 sent/);
    await expect(told).toContainText("of a direction that the machine has no path for");
    await page.getByRole("link", { name: "Sweep" }).click();
    const studies = page.getByRole("combobox", { name: "Study", exact: true });
    await studies.selectOption({ label: "New: Capture two.pcapng" });
    const blocks = page.getByLabel("Resampled in blocks of so many packets");
    await expect(blocks).toHaveValue("50");
    await expect(page.getByLabel("Seeds of each point", { exact: true })).toHaveValue("10");
    await expect(page.getByText("intervals say nothing about the traffic")).toHaveCount(0);
    await expect(told).toHaveCount(0);
    // Without resampling the capture is the same with every seed again.
    await blocks.fill("");
    await blocks.blur();
    await expect(blocks).toHaveValue("");
    await expect(page.getByText("intervals say nothing about the traffic")).toBeVisible();
  },
);

test(
  "captures over the length limit run in part",
  long(
    "It adds captures of days and the panel in German. tests/captures/captureToTraffic.test.ts chooses the busiest part without a browser.",
  ),
  async ({ page }) => {
    await open(page);
    const told = panel(page);
    let before = "Ring overflow";
    for (const name of ["two-hours.pcap", "gap-60-days.pcap"])
      await test.step(`${name}: the whole is too long, and the page offers the busiest second`, async () => {
        await dropFile(page, name, fixture(`captures/odd/${name}`));
        await expect(told).toHaveAccessibleName(`Capture ${name}`);
        await expect(told.getByRole("alert")).toContainText("choose a shorter window");
        await expect(page.locator(".picker__name")).toHaveText(before);
        await expect(told.getByRole("radio", { name: /busiest/ })).toBeFocused();
        await page.keyboard.press("Enter");
        await expect(page.locator(".picker__name")).toHaveText(`Capture ${name}`);
        await expect(told).toContainText(/Used: [1-9]\d* received/);
        await expect(told.getByRole("alert")).toHaveCount(0);
        await page.keyboard.press("Escape");
        await expect(told).toHaveCount(0);
        before = `Capture ${name}`;
      });
    await test.step("the panel and its reasons are German, also after a change of language", async () => {
      await dropFile(page, "two-hours.pcap", fixture("captures/odd/two-hours.pcap"));
      await expect(told.getByRole("alert")).toContainText("choose a shorter window");
      await page.getByRole("button", { name: "Deutsch" }).click();
      const german = page.getByRole("dialog", { name: "Mitschnitt two-hours.pcap" });
      await expect(german.getByRole("alert")).toContainText("wählen Sie ein kürzeres Fenster");
      await german.getByRole("button", { name: "Diesen Ausschnitt öffnen" }).click();
      await expect(german).toContainText(/Verwendet: [1-9]\d* empfangen/);
      await expect(german).toContainText("außerhalb des Fensters: weggelassen");
    });
  },
);

test(
  "a capture on a machine whose program serves the card has its bytes, and gets no link",
  long(
    "It adds bytes of frames, which tests/captures/frameBytes.test.ts takes and keeps out of links without a browser.",
  ),
  async ({ page }) => {
    await open(page, { hash: "#polling-driver" });
    await dropFile(page, "two.pcapng", fixture("captures/two-hosts-200.pcapng"));
    await expect(page.locator(".picker__name")).toHaveText("Capture two.pcapng");
    const told = panel(page);
    await expect(told).toContainText(/the bytes of the received frames: [\d,]+ bytes/);
    const onIt = told.getByLabel("On the machine of “A driver that polls”");
    await expect(onIt).toBeChecked();
    await page.getByRole("button", { name: "Share" }).click();
    await expect(
      page.getByText("contains the bytes of recorded frames, which do not fit into a link"),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await onIt.uncheck();
    await told.getByRole("button", { name: "Open again" }).click();
    await expect(told).not.toContainText("consist of");
  },
);
