import { config } from './config.ts'

const YEAR_S = 365 * 86_400

/**
 * Tell the server something that it has to know before it draws a page; undefined takes it back.
 * Where cookies are forbidden the page is drawn twice.
 */
export function setServerCookie(name: string, value: string | undefined): void {
  const age = value === undefined ? 0 : YEAR_S
  document.cookie = `${name}=${value ?? ''}; Path=${config.base}; Max-Age=${age}; SameSite=Lax`
}
