import { type Bytes, toBase64url } from './bytes.ts'

const BLOCK = /<script type="application\/json" id="settings">([^<]*)<\/script>/
/** What a home screen calls the app; iOS reads it off the page. */
export const INSTALL_NAME_PATTERN = /(<meta name="apple-mobile-web-app-title" content=")[^"<>]*/
/** 96 bits: nobody finds a second file for one of them, and the list stays short. */
const HASH_LETTERS = 16

/**
 * A page as the build made it, whatever a server has put in: the settings, the name of the installed
 * app, the language. Scripts and styles stay, so that one put in on the way shows.
 */
export const stripServerParts = (html: string): string =>
  html
    .replace(BLOCK, '<!--settings-->')
    .replace('<html lang="en">', '<html lang="zh-CN">')
    .replace(INSTALL_NAME_PATTERN, '$1')

/** How the list of kept files spells the content of one. */
export async function hashFile(bytes: Bytes): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  return toBase64url(new Uint8Array(hash)).slice(0, HASH_LETTERS)
}

/** The same of a page: of its frame. */
export const hashPage = (html: string): Promise<string> =>
  hashFile(new TextEncoder().encode(stripServerParts(html)))

/** The text of the block of settings in a page, '' where a server of ours has put in none. */
export const readSettingsBlock = (html: string): string => BLOCK.exec(html)?.[1] ?? ''
