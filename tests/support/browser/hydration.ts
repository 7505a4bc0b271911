import type { Screen } from './screen.ts'

/**
 * Start the app of a page that the backend has rendered, as any key does, and wait until it
 * hydrates the page.
 */
export async function startApp(page: Screen): Promise<void> {
  // The app reloads a page whose file is missing; unlike `evaluate`, this then runs in the new page.
  await page.waitForFunction(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }))
    return true
  })
  await page.locator('#root:not([data-ssr])').waitFor()
}
