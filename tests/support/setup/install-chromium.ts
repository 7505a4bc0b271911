import { findChromium } from '../../../scripts/chromium.ts'

/**
 * Install the browser before the tests begin, if it is missing. Otherwise two workers could install
 * it at the same time, and one of them would fail.
 */
export function setup(): void {
  findChromium()
}
