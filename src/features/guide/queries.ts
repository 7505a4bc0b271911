import { precachedQuery } from '#app/lib/cache/precached-query.ts'
import { guide } from '#contract/guide'

/**
 * Reads the school's texts about enrolment and fees. Both come in one request, since each is short.
 */
export const guideQuery = () =>
  precachedQuery({ name: 'guide', entry: guide.find, input: {}, maxAge: 366 })
