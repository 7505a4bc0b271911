import { appConfig } from './config.ts'

const YEAR_S = 365 * 86_400

/**
 * Sets a cookie that the server needs before it renders a page; undefined deletes the cookie. If
 * cookies are forbidden, the browser renders the page again after the server.
 */
export function setServerCookie(name: string, value: string | undefined): void {
  const age = value === undefined ? 0 : YEAR_S
  document.cookie = `${name}=${value ?? ''}; Path=${appConfig.base}; Max-Age=${age}; SameSite=Lax`
}
