import { findChromium } from '../../../scripts/chromium.ts'

/**
 * Install the browser, where there is none, before the tests begin: two workers that both found none
 * would both install it, and of two installers one is refused.
 */
export function setup(): void {
  findChromium()
}
