import type { textMessages } from '#contract/text-messages'
import { refusalTexts } from '#i18n/refusals'
import { succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { maskPhone } from '../../platform/masks.ts'
import { auditedHandler } from '../office/public.ts'
import { findTextMessage, findTextMessages } from './store.ts'

const PAGE = 50

/** The handlers of SMS messages, for the administrator. */
export const textMessageHandlers: Handlers<typeof textMessages> = {
  list: async ({ input, db }) => {
    const rows = await findTextMessages(db, { before: cursorOf(input.after), most: PAGE })
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    return succeed({
      texts: rows.map(({ created_at, phone, tries, ...row }) => ({
        ...row,
        at: created_at.toISOString(),
        phone: maskPhone(phone),
        tries: String(tries),
      })),
      next: last === undefined ? '' : `${last.created_at.toISOString()} ${last.id}`,
    })
  },

  reveal: auditedHandler(async ({ input: { id }, caller, db, tools, audit }) => {
    const found = await findTextMessage(db, id)
    if (found === undefined) return refuse(refusalTexts.notFound)
    const seconds = await tools.limits.reveals.consume(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    await audit({
      action: 'messages.reveal',
      about: `message:${id}`,
      details: { students: found.students },
    })
    const { phone, text } = found
    return succeed({ phone, text: tools.settings.sms === 'sandbox' ? text : '' })
  }),
}

function cursorOf(after: string): { at: Date; id: string } | undefined {
  const [at = '', id = ''] = after.split(' ')
  return Number.isNaN(Date.parse(at)) ? undefined : { at: new Date(at), id }
}
