const FIRST = /^\/(login|more|notice|schoolcalendar|schoolknow|feemenu)?$/
const NOTICE = /^\/notice(\/[\w-]{1,64})$/i

/**
 * The canonical path of a page that is the same for all anonymous visitors; undefined for any other
 * page. `path` is below the base path, without a query, in upper or lower case.
 */
export function findPublicPage(path: string): string | undefined {
  const [, id] = NOTICE.exec(path) ?? []
  if (id !== undefined) return `/notice${id}`
  const small = path.toLowerCase()
  return FIRST.test(small) ? small : undefined
}
