/** The gallery of scenarios, and a visible change of the machine. */
import { expect, type Page } from "@playwright/test";

export const gallery = (page: Page) => page.getByRole("dialog", { name: "Scenarios" });
export const openName = (page: Page) => page.locator(".picker__name");

export async function openGallery(page: Page): Promise<void> {
  await page.locator(".picker__trigger").click();
  await expect(gallery(page).getByRole("searchbox")).toBeFocused();
}

export async function setRing(page: Page, frames: string): Promise<void> {
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("searchbox", { name: "Find a setting" }).fill("rxRingFrames");
  const field = page.getByRole("spinbutton", { name: "Receive ring", exact: true });
  await field.fill(frames);
  await field.press("Enter");
  await expect(page.locator(".nic .slots__head").first()).toContainText(`/ ${frames}`);
}
