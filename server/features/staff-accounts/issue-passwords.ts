import type { staffAccounts } from '#contract/staff-accounts'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { textMessagesTexts } from '#i18n/text-messages'
import { DAY_SECONDS } from '../../platform/clock.ts'
import {
  type HandlerServices,
  type Handlers,
  refuse,
  staffHandler,
  succeed,
} from '../../platform/http/handler.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { recordAuditEntry } from '../office/public.ts'
import { createFirstPassword, endOfFirstPassword } from './accounts.ts'
import * as store from './store.ts'

// Hashing occupies threads that sign-ins need as well, so a call issues few passwords, and the
// screen makes as many calls as it needs.
const AT_ONCE = 100

type Calls = Handlers<typeof staffAccounts>

/** Counts the accounts of a filter that can get first passwords. */
export const countWaitingAccounts: Calls['countWaiting'] = staffHandler(
  async ({ db, input, staff, tools }) => {
    const params = toIssueParams(input, staff.code, tools)
    return succeed({
      none: await store.countIssuable(db, { ...params, state: 'none' }),
      first: await store.countIssuable(db, { ...params, state: 'first' }),
      bySms: tools.settings.sms !== 'none',
      days: tools.settings.firstPasswordDays,
    })
  },
)

/**
 * Gives first passwords to the next accounts of a filter. The passwords are hashed before the
 * transaction begins. An account whose holder signs in meanwhile gets none.
 */
export const issueFirstPasswords: Calls['issuePasswords'] = staffHandler(
  async ({ db, input, staff, now, tools }) => {
    const { state, by, after } = input
    if (by === 'sms' && tools.settings.sms === 'none') return refuse(staffAccountsTexts.noSms)
    const params = { ...toIssueParams(input, staff.code, tools), state }
    const needsPhone = by === 'sms'
    const found = await store.findIssuable(db, { ...params, needsPhone, after, most: AT_ONCE })
    const time = { now, days: tools.settings.firstPasswordDays }
    const passwords: { code: string; hash: string; password: string }[] = []
    for (const { code } of found) {
      const { password, stored } = await createFirstPassword(time)
      passwords.push({ code, hash: stored.password_hash, password })
    }
    const until = endOfFirstPassword(time)
    const issued = await db.transaction().execute(async (tx) => {
      const taken = await store.storeFirstPasswords(tx, {
        ...params,
        until,
        passwords: passwords.map(({ code, hash }) => ({ code, hash })),
      })
      const given = found.filter(({ code }) => taken.has(code))
      for (const { code, phone } of given) {
        await recordAuditEntry(tx, {
          staff: staff.code,
          action: 'staff.issuePassword',
          about: `staff:${code}`,
          details: { by },
          now,
        })
        const password = passwords.find((one) => one.code === code)?.password ?? ''
        if (by === 'sms')
          await tools.sms.send(tx, {
            phone: phone ?? '',
            text: textMessagesTexts.firstPassword.zh(code, password, time.days),
            now,
            goodSeconds: DAY_SECONDS,
          })
      }
      return given
    })
    return succeed({
      issued: issued.map(({ code, name, department }) => ({
        code,
        name,
        department,
        password: by === 'sms' ? '' : (passwords.find((one) => one.code === code)?.password ?? ''),
      })),
      next: found.length < AT_ONCE ? '' : (found.at(-1)?.code ?? ''),
      until: until.toISOString(),
    })
  },
)

const toIssueParams = (
  { find, role }: { readonly find: string; readonly role: string },
  except: string,
  { settings }: Pick<HandlerServices, 'settings'>,
) => ({ find, role, postWords: listPostKeywordsOfRole(role, settings.postKeywords), except })

/** The words in a job title from which a role follows; none for a role that is only assigned. */
export function listPostKeywordsOfRole(role: string, posts: Settings['postKeywords']): string[] {
  switch (role) {
    case 'dorm-supervisor':
      return [posts.dormSupervisor, 'dorm supervisor']
    case 'review-teacher':
      return [posts.reviewTeacher, 'review teacher']
    default:
      return []
  }
}
