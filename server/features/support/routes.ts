import type { support } from '#contract/support'
import { commonWords } from '#words/common'
import { dailyWords } from '#words/daily'
import { chinaMinute } from '../../platform/clock.ts'
import { good, type Handlers, refused } from '../../platform/http/handler.ts'
import { isPageOf, signPage } from './signature.ts'
import { findOwnAdvice, keepAdvice, keepRequest } from './store.ts'

/** What a phone keeps of one's own complaints. */
const OWN_AT_MOST = 50

/**
 * Complaints, customer service, and the signature for the messaging app's script (CMP, SCN-11,
 * FEE-44).
 */
export const supportHandlers: Handlers<typeof support> = {
  complain: async ({ input, caller, db, now, tools }) => {
    if (caller.role === 'nobody') return { type: 'signed-out' }
    const seconds = await tools.limits.advice.use(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    await keepAdvice(db, { subject: caller.subject, content: input.content, now })
    return good({})
  },

  complaints: async ({ caller, db }) => {
    if (caller.role === 'nobody') return { type: 'signed-out' }
    const found = await findOwnAdvice(db, { subject: caller.subject, most: OWN_AT_MOST })
    return good({
      complaints: found.map(({ id, content, created_at, answered_at, answers }) => ({
        id: String(id),
        content,
        writtenAt: chinaMinute(created_at),
        answered: answered_at !== null,
        answers: answers.map((one) => ({
          id: String(one.id),
          content: one.content,
          answeredAt: chinaMinute(one.answered_at),
        })),
      })),
    })
  },

  callService: async ({ caller, db, now, language, tools }) => {
    if (caller.role === 'nobody') return { type: 'signed-out' }
    const seconds = await tools.limits.service.use(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    const { openId } = caller.session
    // Without a messaging account there is nobody to write to; the request itself still is kept.
    const text = dailyWords.serviceHello[language]
    const written = openId === null ? 'declined' : await tools.host.write(db, { openId, text, now })
    if (written === 'away') return refused(dailyWords.hostAway)
    await keepRequest(db, { subject: caller.subject, openId, told: written === 'told', now })
    return good({})
  },

  signature: async ({ input, db, now, host, tools }) => {
    const { appId } = tools.host
    if (input.app !== '' && input.app !== appId) return refused(commonWords.badField)
    if (!isPageOf(host, input.address)) return refused(dailyWords.otherAddress)
    const ticket = await tools.host.ticket(db, now)
    if (ticket === undefined) return refused(dailyWords.hostAway)
    return good({ signed: { app: appId, ...signPage({ ticket, address: input.address, now }) } })
  },

  // For other programs: with a ticket any address could be signed, and a browser shows it to every
  // script of its page.
  ticket: async ({ db, now, tools, isFromBrowser }) => {
    if (isFromBrowser) return refused(dailyWords.noTicketForBrowsers)
    const ticket = await tools.host.ticket(db, now)
    return ticket === undefined ? refused(dailyWords.hostAway) : good({ ticket })
  },
}
