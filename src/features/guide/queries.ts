import { keptQuery } from '#app/lib/kept.ts'
import { guide } from '#contract/guide'

/** What the school has written about enrolment and fees; read together, each is short. */
export const guideQuery = () =>
  keptQuery({ name: 'guide', entry: guide.find, input: {}, maxAge: 366 })
