import type { Plugin } from "vite";

export interface Licensed {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}
export const OWN: string;
export const OTHERS: string;
export function productionLicenses(): readonly Licensed[];
export function runtimeLicenses(): readonly Licensed[];
export function thirdPartyText(licenses?: readonly Licensed[]): string;
export function licenseFiles(): Plugin;
