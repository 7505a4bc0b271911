/** Whether this code renders on the server and not in a browser. */
export const isServerRendering = typeof document === 'undefined'

let told = ''

/**
 * Sets the settings for server rendering, in place of the page's block. Call it before the settings
 * are first read.
 */
export const setServerSettings = (text: string): void => void (told = text)

/**
 * The text of the page's settings block; undefined on a page that this app's server has not served.
 */
export function readSettingsText(): string | undefined {
  return isServerRendering ? told : document.getElementById('settings')?.textContent
}
