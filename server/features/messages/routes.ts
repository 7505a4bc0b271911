import type { messages } from '#contract/messages'
import { good, type Handlers } from '../../platform/http/handler.ts'
import { findTexts } from './store.ts'

const PAGE = 50

/** Texts to telephones, for the administrator. */
export const messagesHandlers: Handlers<typeof messages> = {
  list: async ({ input, db, tools }) => {
    const rows = await findTexts(db, { before: cursorOf(input.after), most: PAGE })
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    const isSandbox = tools.settings.sms === 'sandbox'
    return good({
      texts: rows.map(({ created_at, text, tries, ...row }) => ({
        ...row,
        at: created_at.toISOString(),
        text: isSandbox ? text : '',
        tries: String(tries),
      })),
      next: last === undefined ? '' : `${last.created_at.toISOString()} ${last.id}`,
    })
  },
}

function cursorOf(after: string): { at: Date; id: string } | undefined {
  const [at = '', id = ''] = after.split(' ')
  return Number.isNaN(Date.parse(at)) ? undefined : { at: new Date(at), id }
}
