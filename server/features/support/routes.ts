import type { support } from '#contract/support'
import { commonTexts } from '#i18n/common'
import { dailyServerTexts } from '#i18n/daily-server'
import { refusalTexts } from '#i18n/refusals'
import { supportInboxServerTexts as texts } from '#i18n/support-inbox-server'
import { addSeconds, toChinaMinute, DAY_SECONDS } from '../../platform/clock.ts'
import { succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { imageProblemTexts, readBase64Image } from '../../platform/pictures/read-images.ts'
import { toInboxState } from '../support-inbox/public.ts'
import { isPageOfHost, signPageForSdk } from './signature.ts'
import {
  findCategories,
  findOwnComplaints,
  lockOwnComplaint,
  isCategoryOffered,
  storeComplaint,
  storeServiceRequest,
  reopenComplaint,
} from './store.ts'

/** The largest number of the caller's own complaints in a response, which a phone caches. */
const OWN_AT_MOST = 50

// The time until which a closed complaint can be reopened; '' if it is not closed or was closed too
// long ago.
const untilOf = (
  { closed_at }: { readonly closed_at: Date | null },
  { now, days }: { now: Date; days: number },
): string => {
  const until = closed_at === null ? undefined : addSeconds(closed_at, days * DAY_SECONDS)
  return until === undefined || until <= now ? '' : toChinaMinute(until)
}

/**
 * The handlers of complaints, customer service, and the signature for the messaging app's script
 * (CMP, SCN-11, FEE-44).
 */
export const supportHandlers: Handlers<typeof support> = {
  complain: async ({ input, caller, db, now, language, tools }) => {
    if (caller.role === 'nobody') return { type: 'signed-out' }
    const { content, category = '', pictures = [] } = input
    const student = caller.role === 'student' ? caller.student.code : undefined
    if (pictures.length > 0 && student === undefined) return refuse(texts.noPictures)
    if (category !== '' && !(await isCategoryOffered(db, category)))
      return refuse(texts.noSuchCategory)
    const seconds =
      (await tools.limits.complaints.consume(caller.subject)) ??
      (pictures.length === 0 ? undefined : await tools.limits.images.consume(caller.subject))
    if (seconds !== undefined) return { type: 'too-many', seconds }
    const images: Buffer[] = []
    for (const [at, base64] of pictures.entries()) {
      const image = await readBase64Image(base64)
      if (image.type !== 'ok')
        return {
          type: 'invalid',
          issues: [{ path: `pictures.${at}`, message: imageProblemTexts[image.type][language] }],
        }
      images.push(image.jpeg)
    }
    // The transaction begins after the images are decoded, so that no transaction is open while a
    // decoder works.
    await db.transaction().execute((tx) =>
      storeComplaint(tx, {
        subject: caller.subject,
        student,
        content,
        category: category === '' ? null : category,
        images,
        now,
      }),
    )
    return succeed({})
  },

  categories: async ({ db }) => succeed({ categories: await findCategories(db) }),

  complaints: async ({ caller, db, now, tools }) => {
    if (caller.role === 'nobody') return { type: 'signed-out' }
    const found = await findOwnComplaints(db, { subject: caller.subject, most: OWN_AT_MOST })
    return succeed({
      complaints: found.map((one) => ({
        id: String(one.id),
        content: one.content,
        writtenAt: toChinaMinute(one.created_at),
        answered: one.answered_at !== null,
        answers: one.events.map(({ id, act, content, at }) => ({
          id: String(id),
          content,
          answeredAt: toChinaMinute(at),
          own: act === 'unsolved' ? true : undefined,
        })),
        category: one.category ?? undefined,
        pictures: one.pictures.length > 0 ? one.pictures : undefined,
        state: toInboxState(one),
        reopenUntil: untilOf(one, { now, days: tools.settings.complaintReopenDays }),
      })),
    })
  },

  reopen: async ({ input, caller, db, now, tools }) => {
    if (caller.role === 'nobody') return { type: 'signed-out' }
    const found = /^\d{1,9}$/.test(input.id)
      ? await lockOwnComplaint(db, { subject: caller.subject, id: Number(input.id) })
      : undefined
    if (found === undefined) return refuse(refusalTexts.notFound)
    if (toInboxState(found) === 'open') return refuse(texts.stillOpen)
    const days = tools.settings.complaintReopenDays
    if (toInboxState(found) === 'closed' && untilOf(found, { now, days }) === '')
      return refuse(texts.notToReopen)
    const seconds = await tools.limits.complaints.consume(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    await reopenComplaint(db, { id: found.id, content: input.content, now })
    return succeed({})
  },

  callService: async ({ caller, db, now, language, tools }) => {
    if (caller.role === 'nobody') return { type: 'signed-out' }
    const seconds = await tools.limits.customerService.consume(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    const { openId } = caller.session
    // Without a messaging account no message can be sent, but the request itself is stored.
    const text = dailyServerTexts.serviceHello[language]
    const host = openId === null ? undefined : tools.hosts.findByAccount(openId)
    const written =
      openId === null || host === undefined
        ? 'declined'
        : await host.sendMessage(db, { openId, text, now })
    if (written === 'unavailable') return refuse(dailyServerTexts.hostAway)
    await storeServiceRequest(db, {
      subject: caller.subject,
      openId,
      told: written === 'sent',
      now,
    })
    return succeed({})
  },

  signature: async ({ input, db, now, host, tools }) => {
    const signing = tools.hosts.find(input.app)
    if (signing === undefined)
      return refuse(input.app === '' ? dailyServerTexts.hostAway : commonTexts.badField)
    if (!isPageOfHost(host, input.address)) return refuse(dailyServerTexts.otherAddress)
    const ticket = await signing.findTicket(db, now)
    if (ticket === undefined) return refuse(dailyServerTexts.hostAway)
    return succeed({
      signed: { app: signing.appId, ...signPageForSdk({ ticket, address: input.address, now }) },
    })
  },

  // This call is for other programs only, and not for browsers: the ticket can sign any address,
  // and in a browser every script of the page could read it.
  ticket: async ({ db, now, tools, isFromBrowser }) => {
    if (isFromBrowser) return refuse(dailyServerTexts.noTicketForBrowsers)
    const ticket = await tools.hosts.all[0]?.findTicket(db, now)
    return ticket === undefined ? refuse(dailyServerTexts.hostAway) : succeed({ ticket })
  },
}
