import type { Screen } from './screen.ts'

/**
 * Start the app of a page that the backend has rendered, as any key does, and wait until it
 * hydrates the page.
 */
export async function startApp(page: Screen): Promise<void> {
  await page.evaluate(
    () => void document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true })),
  )
  await page.locator('#root:not([data-ssr])').waitFor()
}
