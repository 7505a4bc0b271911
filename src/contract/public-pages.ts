const FIRST = /^\/(login|more|notice|schoolcalendar|schoolknow|feemenu)?$/
const NOTICE = /^\/notice(\/[\w-]{1,64})$/i

/**
 * The one address of a page that is the same for everybody who is not known, however it is spelled;
 * undefined of any other page. `path` is below the base path, without a query.
 */
export function findPublicPage(path: string): string | undefined {
  const [, id] = NOTICE.exec(path) ?? []
  if (id !== undefined) return `/notice${id}`
  const small = path.toLowerCase()
  return FIRST.test(small) ? small : undefined
}
