import type { university } from '#contract/university'
import { universitySignInTexts } from '#i18n/university-sign-in'
import { good, type Handlers, refused } from '../../platform/http/handler.ts'
import { enterByNumber } from '../identity/face.ts'
import * as store from './store.ts'

/** Sign-in through the university's own page. */
export const universityHandlers: Handlers<typeof university> = {
  begin: async ({ db, now, address, tools }) => {
    if (tools.university === undefined) return refused(universitySignInTexts.none)
    const seconds = await tools.limits.university.use(address)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    const { visit, ticket } = await store.beginVisit(db, now)
    const there = await tools.university.begin(visit)
    return there === undefined
      ? refused(universitySignInTexts.away)
      : good({ address: there, ticket })
  },

  finish: async (ask) => {
    const { input, db, now, tools } = ask
    if (tools.university === undefined) return refused(universitySignInTexts.none)
    const visit = await store.takeVisit(db, input.ticket, now)
    if (visit === undefined) return refused(universitySignInTexts.lost)
    const said = await tools.university.finish(visit, input.answer)
    switch (said.type) {
      case 'number':
        return db.transaction().execute((tx) => enterByNumber({ ...ask, db: tx }, said.number))
      case 'refused':
        return refused(universitySignInTexts.refused)
      case 'away':
        return refused(universitySignInTexts.away)
    }
  },
}
