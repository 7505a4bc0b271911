import type { support } from '#contract/support'
import { commonTexts } from '#i18n/common'
import { dailyServerTexts } from '#i18n/daily-server'
import { refusalTexts } from '#i18n/refusals'
import { supportInboxServerTexts as texts } from '#i18n/support-inbox-server'
import { after, chinaMinute, DAY_SECONDS } from '../../platform/clock.ts'
import { good, type Handlers, refused } from '../../platform/http/handler.ts'
import { imageProblem, readImage } from '../../platform/pictures/images.ts'
import { stateOf } from '../inbox/face.ts'
import { isPageOf, signPage } from './signature.ts'
import {
  findCategories,
  findOwnAdvice,
  holdOwnAdvice,
  isOffered,
  keepAdvice,
  keepRequest,
  reopenAdvice,
} from './store.ts'

/** What a phone keeps of one's own complaints. */
const OWN_AT_MOST = 50

// Until when a closed complaint can be reopened; '' for one that is not closed, or was too long ago.
const untilOf = (
  { closed_at }: { readonly closed_at: Date | null },
  { now, days }: { now: Date; days: number },
): string => {
  const until = closed_at === null ? undefined : after(closed_at, days * DAY_SECONDS)
  return until === undefined || until <= now ? '' : chinaMinute(until)
}

/**
 * Complaints, customer service, and the signature for the messaging app's script (CMP, SCN-11,
 * FEE-44).
 */
export const supportHandlers: Handlers<typeof support> = {
  complain: async ({ input, caller, db, now, language, tools }) => {
    if (caller.role === 'nobody') return { type: 'signed-out' }
    const { content, category = '', pictures = [] } = input
    const student = caller.role === 'student' ? caller.student.code : undefined
    if (pictures.length > 0 && student === undefined) return refused(texts.noPictures)
    if (category !== '' && !(await isOffered(db, category))) return refused(texts.noSuchCategory)
    const seconds =
      (await tools.limits.advice.use(caller.subject)) ??
      (pictures.length === 0 ? undefined : await tools.limits.images.use(caller.subject))
    if (seconds !== undefined) return { type: 'too-many', seconds }
    const images: Buffer[] = []
    for (const [at, base64] of pictures.entries()) {
      const image = await readImage(base64)
      if (image.type !== 'ok')
        return {
          type: 'invalid',
          issues: [{ path: `pictures.${at}`, message: imageProblem[image.type][language] }],
        }
      images.push(image.jpeg)
    }
    // The transaction begins here, so that none waits for a decoder.
    await db.transaction().execute((tx) =>
      keepAdvice(tx, {
        subject: caller.subject,
        student,
        content,
        category: category === '' ? null : category,
        images,
        now,
      }),
    )
    return good({})
  },

  categories: async ({ db }) => good({ categories: await findCategories(db) }),

  complaints: async ({ caller, db, now, tools }) => {
    if (caller.role === 'nobody') return { type: 'signed-out' }
    const found = await findOwnAdvice(db, { subject: caller.subject, most: OWN_AT_MOST })
    return good({
      complaints: found.map((one) => ({
        id: String(one.id),
        content: one.content,
        writtenAt: chinaMinute(one.created_at),
        answered: one.answered_at !== null,
        answers: one.events.map(({ id, act, content, at }) => ({
          id: String(id),
          content,
          answeredAt: chinaMinute(at),
          own: act === 'unsolved' ? true : undefined,
        })),
        category: one.category ?? undefined,
        pictures: one.pictures.length > 0 ? one.pictures : undefined,
        state: stateOf(one),
        reopenUntil: untilOf(one, { now, days: tools.settings.complaintReopenDays }),
      })),
    })
  },

  reopen: async ({ input, caller, db, now, tools }) => {
    if (caller.role === 'nobody') return { type: 'signed-out' }
    const found = /^\d{1,9}$/.test(input.id)
      ? await holdOwnAdvice(db, { subject: caller.subject, id: Number(input.id) })
      : undefined
    if (found === undefined) return refused(refusalTexts.notFound)
    if (stateOf(found) === 'open') return refused(texts.stillOpen)
    const days = tools.settings.complaintReopenDays
    if (stateOf(found) === 'closed' && untilOf(found, { now, days }) === '')
      return refused(texts.notToReopen)
    const seconds = await tools.limits.advice.use(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    await reopenAdvice(db, { id: found.id, content: input.content, now })
    return good({})
  },

  callService: async ({ caller, db, now, language, tools }) => {
    if (caller.role === 'nobody') return { type: 'signed-out' }
    const seconds = await tools.limits.service.use(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    const { openId } = caller.session
    // Without a messaging account there is nobody to write to; the request itself still is kept.
    const text = dailyServerTexts.serviceHello[language]
    const written = openId === null ? 'declined' : await tools.host.write(db, { openId, text, now })
    if (written === 'away') return refused(dailyServerTexts.hostAway)
    await keepRequest(db, { subject: caller.subject, openId, told: written === 'told', now })
    return good({})
  },

  signature: async ({ input, db, now, host, tools }) => {
    const { appId } = tools.host
    if (input.app !== '' && input.app !== appId) return refused(commonTexts.badField)
    if (!isPageOf(host, input.address)) return refused(dailyServerTexts.otherAddress)
    const ticket = await tools.host.ticket(db, now)
    if (ticket === undefined) return refused(dailyServerTexts.hostAway)
    return good({ signed: { app: appId, ...signPage({ ticket, address: input.address, now }) } })
  },

  // For other programs: with a ticket any address could be signed, and a browser shows it to every
  // script of its page.
  ticket: async ({ db, now, tools, isFromBrowser }) => {
    if (isFromBrowser) return refused(dailyServerTexts.noTicketForBrowsers)
    const ticket = await tools.host.ticket(db, now)
    return ticket === undefined ? refused(dailyServerTexts.hostAway) : good({ ticket })
  },
}
