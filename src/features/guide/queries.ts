import { precachedQuery } from '#app/lib/cache/precached-query.ts'
import { guide } from '#contract/guide'

/** What the school has written about enrolment and fees; read together, each is short. */
export const guideQuery = () =>
  precachedQuery({ name: 'guide', entry: guide.find, input: {}, maxAge: 366 })
