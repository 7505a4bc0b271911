import { type Bytes, toBase64url } from './bytes.ts'

const BLOCK = /<script type="application\/json" id="settings">([^<]*)<\/script>/
/** Matches the app's name on the home screen, which iOS reads from the page. */
export const INSTALL_NAME_PATTERN = /(<meta name="apple-mobile-web-app-title" content=")[^"<>]*/
/**
 * The length of a hash, base64url characters: 96 bits are enough against a second preimage, and the
 * list of files stays short.
 */
const HASH_LETTERS = 16

/**
 * A page without the parts that a server fills in: the settings, the name of the installed app, the
 * language. Scripts and styles are not removed, so the hash detects a script that was injected on
 * the way.
 */
export const stripServerParts = (html: string): string =>
  html
    .replace(BLOCK, '<!--settings-->')
    .replace('<html lang="en">', '<html lang="zh-CN">')
    .replace(INSTALL_NAME_PATTERN, '$1')

/** The hash of a file in the list of precached files. */
export async function hashFile(bytes: Bytes): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  return toBase64url(new Uint8Array(hash)).slice(0, HASH_LETTERS)
}

/** The hash of a page, without its server parts. */
export const hashPage = (html: string): Promise<string> =>
  hashFile(new TextEncoder().encode(stripServerParts(html)))

/** The text of a page's settings block; '' if the server did not fill in the block. */
export const readSettingsBlock = (html: string): string => BLOCK.exec(html)?.[1] ?? ''
