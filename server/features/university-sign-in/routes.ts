import type { universitySignIn } from '#contract/university-sign-in'
import { universitySignInTexts } from '#i18n/university-sign-in'
import { succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { signInByNumber } from '../identity/public.ts'
import * as store from './store.ts'

/** The handlers of the sign-in through the university's own page. */
export const universitySignInHandlers: Handlers<typeof universitySignIn> = {
  begin: async ({ db, now, address, tools }) => {
    if (tools.university === undefined) return refuse(universitySignInTexts.none)
    const seconds = await tools.limits.universitySignIn.consume(address)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    const { visit, ticket } = await store.startUniversitySignIn(db, now)
    const there = await tools.university.buildSignInUrl(visit)
    return there === undefined
      ? refuse(universitySignInTexts.away)
      : succeed({ address: there, ticket })
  },

  finish: async (ask) => {
    const { input, db, now, tools } = ask
    if (tools.university === undefined) return refuse(universitySignInTexts.none)
    const visit = await store.consumeUniversitySignIn(db, input.ticket, now)
    if (visit === undefined) return refuse(universitySignInTexts.lost)
    const said = await tools.university.verifyReturn(visit, input.answer)
    switch (said.type) {
      case 'number':
        return db.transaction().execute((tx) => signInByNumber({ ...ask, db: tx }, said.number))
      case 'refused':
        return refuse(universitySignInTexts.refused)
      case 'unavailable':
        return refuse(universitySignInTexts.away)
    }
  },
}
