import type { Screen } from './screen.ts'

/** Wait until a page that the backend has rendered is hydrated. */
export const waitForHydration = (page: Screen): Promise<void> =>
  page.locator('#root:not([data-ssr])').waitFor()
