import type { Page } from 'playwright-core'

/** Wait until the app answers taps, where the backend has drawn the page. */
export const untilTakenOver = (page: Page): Promise<void> =>
  page.locator('#root:not([data-drawn])').waitFor()
