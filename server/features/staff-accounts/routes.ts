import { createHash } from 'node:crypto'
import type { Account, staffAccounts } from '#contract/staff-accounts'
import type { LogDetails } from '#i18n/audit-changes'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import type { LocalizedText } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import { findNamedClasses } from '../../platform/database/queries/class-names.ts'
import {
  succeed,
  type Handler,
  type Handlers,
  refuse,
  type HandlerServices,
} from '../../platform/http/handler.ts'
import { findRolesByJobTitle } from '../../platform/http/permissions.ts'
import { maskPhone } from '../../platform/masks.ts'
import { endSessionsOf, getSubjectOfCaller } from '../../platform/sessions/session.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { auditedHandler } from '../office/public.ts'
import { removeSecondFactor } from '../second-factor/public.ts'
import { createStaffAccount, endOfFirstPassword, replaceStaffPassword } from './accounts.ts'
import {
  countWaitingAccounts,
  issueFirstPasswords,
  listPostKeywordsOfRole,
} from './issue-passwords.ts'
import * as store from './store.ts'

const PAGE = 50

/** The handlers of staff accounts, for the administrator. */
export const staffAccountHandlers: Handlers<typeof staffAccounts> = {
  list: async ({ input, db, tools }) => {
    const { postKeywords } = tools.settings
    const rows = await store.findAccounts(db, {
      ...input,
      postWords: listPostKeywordsOfRole(input.role, postKeywords),
      most: PAGE,
    })
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    return succeed({
      accounts: rows.map((row) => {
        const account = accountOf(row, postKeywords)
        return { ...account, phone: maskPhone(account.phone) }
      }),
      next: last?.code ?? '',
    })
  },

  one: auditedHandler(async ({ input, db, tools, audit }) => {
    const found = await store.findAccount(db, input.code)
    if (found === undefined) return refuse(staffAccountsTexts.unknown)
    // The request is recorded in the audit log, because the phone number is shown unmasked.
    await audit({ action: 'staff.look', about: `staff:${found.code}` })
    return succeed(
      {
        account: accountOf(found, tools.settings.postKeywords),
        buildings: await store.listAllBuildings(db),
      },
      versionOf(found),
    )
  }),

  buildings: async ({ db }) => succeed({ buildings: await store.listAllBuildings(db) }),

  countWaiting: countWaitingAccounts,
  issuePasswords: issueFirstPasswords,

  create: auditedHandler(async ({ input, db, now, tools, audit }) => {
    const code = input.code.toUpperCase()
    const time = { now, days: tools.settings.firstPasswordDays }
    const password = await createStaffAccount(db, { ...input, code }, time)
    if (password === undefined) return refuse(staffAccountsTexts.exists)
    await audit({
      action: 'staff.create',
      about: `staff:${code}`,
      details: { name: input.name, roles: input.roles, buildings: input.buildings },
    })
    return succeed({ password, until: endOfFirstPassword(time).toISOString() })
  }),

  change: createAccountActionHandler(
    'change',
    async ({ db, input: { code, phone, ...about }, found }) => {
      await store.updateAccount(db, code, { ...about, phone: phone || null })
      const { name, department, post } = found
      return {
        before: { name, department, post, phone: maskPhone(found.phone ?? '') },
        after: { ...about, phone: maskPhone(phone) },
      }
    },
  ),

  resetPassword: auditedHandler(async ({ input: { code, reason }, db, now, tools, audit }) => {
    if ((await store.lockAccount(db, code)) === undefined) return refuse(staffAccountsTexts.unknown)
    const time = { now, days: tools.settings.firstPasswordDays }
    const password = await replaceStaffPassword(db, code, time)
    await audit({ action: 'staff.resetPassword', about: `staff:${code}`, reason })
    return succeed({ password, until: endOfFirstPassword(time).toISOString() })
  }),

  giveRoles: createAccountActionHandler(
    'giveRoles',
    async ({ db, input: { code, roles }, found, now }) => {
      const leaves = found.given.includes('administrator') && !roles.includes('administrator')
      if (leaves && (await store.countOtherAdministrators(db, code)) === 0)
        return { no: staffAccountsTexts.lastAdministrator }
      await store.setAccountRoles(db, { code, roles, now })
      return { before: { roles: found.given }, after: { roles: roles.toSorted() } }
    },
  ),

  giveBuildings: createAccountActionHandler(
    'giveBuildings',
    async ({ db, input: { code, buildings }, found }) => {
      await store.setAccountBuildings(db, { code, buildings: [...new Set(buildings)] })
      return { before: { buildings: found.buildings }, after: { buildings: buildings.toSorted() } }
    },
  ),

  giveClasses: createAccountActionHandler('giveClasses', async ({ db, input, found }) => {
    const classes = [...new Set(input.classes)].toSorted()
    const { known, divided } = await findNamedClasses(db, classes)
    const unknown = classes.filter((one) => !known.has(one))
    if (unknown.length > 0)
      return {
        no: {
          zh: staffAccountsTexts.unknownClasses.zh(unknown.join('、')),
          en: staffAccountsTexts.unknownClasses.en(unknown.join(', ')),
        },
      }
    if (divided.length > 0)
      return {
        no: {
          zh: staffAccountsTexts.dividedClasses.zh(divided.join('、')),
          en: staffAccountsTexts.dividedClasses.en(divided.join(', ')),
        },
      }
    await store.setAccountClasses(db, { code: input.code, classes })
    return { before: { classes: found.classes }, after: { classes } }
  }),

  unlock: createAccountActionHandler('unlock', async ({ db, input: { code }, now, tools }) => {
    const tries = [getSubjectOfCaller('staff', code)]
    const { signIn } = tools.limits
    if ((await signIn.blockedUntil(db, tries, now)) === undefined)
      return { no: staffAccountsTexts.notBlocked }
    await signIn.reset(db, tries)
    return {}
  }),

  endSignIns: createAccountActionHandler('endSignIns', async ({ db, input: { code }, now }) => {
    await endSessionsOf(db, { role: 'staff', code, now })
    return {}
  }),

  close: createAccountActionHandler('close', async ({ db, input: { code }, found, by, now }) => {
    if (code === by) return { no: staffAccountsTexts.notYourself }
    if (found.closed_at !== null) return { no: staffAccountsTexts.closedAlready }
    const isAdministrator = found.given.includes('administrator')
    if (isAdministrator && (await store.countOtherAdministrators(db, code)) === 0)
      return { no: staffAccountsTexts.lastAdministrator }
    await store.updateAccount(db, code, { closed_at: now })
    await endSessionsOf(db, { role: 'staff', code, now })
    return {}
  }),

  open: createAccountActionHandler('open', async ({ db, input: { code }, found }) => {
    if (found.closed_at === null) return { no: staffAccountsTexts.openAlready }
    await store.updateAccount(db, code, { closed_at: null })
    return {}
  }),

  resetFactor: createAccountActionHandler(
    'resetFactor',
    async ({ db, input: { code }, found, by, now }) => {
      if (code === by) return { no: staffAccountsTexts.otherResetsFactor }
      if (!found.has_factor) return { no: staffAccountsTexts.noFactor }
      await removeSecondFactor(db, code)
      // All sessions end, because somebody who has found the lost phone might be signed in on it.
      await endSessionsOf(db, { role: 'staff', code, now })
      return {}
    },
  ),
}

type AccountActionName =
  | 'change'
  | 'giveRoles'
  | 'giveBuildings'
  | 'giveClasses'
  | 'unlock'
  | 'endSignIns'
  | 'close'
  | 'open'
  | 'resetFactor'

interface AccountActionContext<I> {
  readonly db: Db
  readonly input: I
  readonly found: store.StaffAccountRow
  /** The administrator who performs the action. */
  readonly by: string
  readonly now: Date
  readonly tools: HandlerServices
}

/**
 * Creates the handler of an action on an existing account. The action is recorded in the audit log.
 */
function createAccountActionHandler<I extends { readonly code: string; readonly reason?: string }>(
  verb: AccountActionName,
  act: (ask: AccountActionContext<I>) => Promise<{ readonly no?: LocalizedText } & LogDetails>,
): Handler<I, Record<never, never>> {
  return auditedHandler(async ({ db, input, staff, now, ifMatch, tools, audit }) => {
    const found = await store.lockAccount(db, input.code)
    if (found === undefined) return refuse(staffAccountsTexts.unknown)
    const etag = versionOf(found)
    if (ifMatch !== undefined && ifMatch !== etag)
      return { type: 'stale', etag, says: staffAccountsTexts.stale }
    const { no, ...details } = await act({ db, input, found, by: staff.code, now, tools })
    if (no !== undefined) return refuse(no)
    await audit({
      action: `staff.${verb}`,
      about: `staff:${input.code}`,
      ...(input.reason !== undefined && { reason: input.reason }),
      details,
    })
    return succeed({})
  })
}

// The version of an account. It is derived from the values that an editor replaces as a whole.
const versionOf = ({
  name,
  department,
  post,
  phone,
  given,
  buildings,
  classes,
}: store.StaffAccountRow): string =>
  createHash('sha256')
    .update(JSON.stringify([name, department, post, phone, given, buildings, classes]))
    .digest('base64url')
    .slice(0, 16)

const accountOf = (row: store.StaffAccountRow, posts: Settings['postKeywords']): Account => ({
  code: row.code,
  name: row.name,
  department: row.department,
  post: row.post,
  phone: row.phone ?? '',
  roles: row.given,
  byPost: findRolesByJobTitle(row.post, posts),
  buildings: row.buildings,
  classes: row.classes,
  closed: row.closed_at !== null,
  firstPasswordUntil: row.first_password_until?.toISOString() ?? '',
  isFirstPasswordUsed: row.first_password_used_at !== null,
  hasPassword: row.has_password,
  hasFactor: row.has_factor,
  signIns: String(row.sign_ins),
})
