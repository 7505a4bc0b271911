import type { messages } from '#contract/messages'
import { refusalTexts } from '#i18n/refusals'
import { byStaff, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { maskPhone } from '../../platform/masks.ts'
import { noteDeed } from '../office/face.ts'
import { findText, findTexts } from './store.ts'

const PAGE = 50

/** Texts to telephones, for the administrator. */
export const messagesHandlers: Handlers<typeof messages> = {
  list: async ({ input, db }) => {
    const rows = await findTexts(db, { before: cursorOf(input.after), most: PAGE })
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    return good({
      texts: rows.map(({ created_at, phone, tries, ...row }) => ({
        ...row,
        at: created_at.toISOString(),
        phone: maskPhone(phone),
        tries: String(tries),
      })),
      next: last === undefined ? '' : `${last.created_at.toISOString()} ${last.id}`,
    })
  },

  reveal: byStaff(async ({ input: { id }, caller, staff, db, now, tools }) => {
    const found = await findText(db, id)
    if (found === undefined) return refused(refusalTexts.notFound)
    const seconds = await tools.limits.reveals.use(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    await noteDeed(db, {
      staff: staff.code,
      action: 'messages.reveal',
      about: `message:${id}`,
      details: { students: found.students },
      now,
    })
    const { phone, text } = found
    return good({ phone, text: tools.settings.sms === 'sandbox' ? text : '' })
  }),
}

function cursorOf(after: string): { at: Date; id: string } | undefined {
  const [at = '', id = ''] = after.split(' ')
  return Number.isNaN(Date.parse(at)) ? undefined : { at: new Date(at), id }
}
