/** Is this the backend that draws a page, and no browser? */
export const isServerRendering = typeof document === 'undefined'

let told = ''

/** What the drawing backend says in the place of the page's block, before anything asks for it. */
export const setServerSettings = (text: string): void => void (told = text)

/** The text of the block of settings; undefined on a page that no server of ours has served. */
export function readSettingsText(): string | undefined {
  return isServerRendering ? told : document.getElementById('settings')?.textContent
}
