import type { Screen } from './screen.ts'

/** Wait until the app answers taps, where the backend has drawn the page. */
export const waitForHydration = (page: Screen): Promise<void> =>
  page.locator('#root:not([data-ssr])').waitFor()
