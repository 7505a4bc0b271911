import { createHash } from 'node:crypto'
import type { Account, staff } from '#contract/staff'
import type { LogDetails } from '#i18n/audit-changes'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import type { Text } from '#i18n/translate'
import type { Db } from '../../platform/database/database.ts'
import {
  byStaff,
  good,
  type Handler,
  type Handlers,
  refused,
  type Tools,
} from '../../platform/http/handler.ts'
import { rolesOf } from '../../platform/http/permissions.ts'
import { maskPhone } from '../../platform/masks.ts'
import { endAll, subjectOf } from '../../platform/sessions/session.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { removeFactor } from '../factor/face.ts'
import { noteDeed } from '../office/face.ts'
import { makeAccount, replacePassword } from './accounts.ts'
import * as store from './store.ts'

const PAGE = 50

/** Accounts of staff, by the administrator. */
export const staffHandlers: Handlers<typeof staff> = {
  list: async ({ input, db, tools }) => {
    const { posts } = tools.settings
    const rows = await store.findAccounts(db, {
      ...input,
      postWords: postWords(input.role, posts),
      most: PAGE,
    })
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    return good({
      accounts: rows.map((row) => {
        const account = accountOf(row, posts)
        return { ...account, phone: maskPhone(account.phone) }
      }),
      next: last?.code ?? '',
    })
  },

  one: byStaff(async ({ input, staff, db, now, tools }) => {
    const found = await store.findAccount(db, input.code)
    if (found === undefined) return refused(staffAccountsTexts.unknown)
    // Their telephone number is shown whole.
    await noteDeed(db, {
      staff: staff.code,
      action: 'staff.look',
      about: `staff:${found.code}`,
      now,
    })
    return good(
      {
        account: accountOf(found, tools.settings.posts),
        buildings: await store.allBuildings(db),
      },
      versionOf(found),
    )
  }),

  buildings: async ({ db }) => good({ buildings: await store.allBuildings(db) }),

  create: byStaff(async ({ input, staff, db, now }) => {
    const code = input.code.toUpperCase()
    const password = await makeAccount(db, { ...input, code }, now)
    if (password === undefined) return refused(staffAccountsTexts.exists)
    await noteDeed(db, {
      staff: staff.code,
      action: 'staff.create',
      about: `staff:${code}`,
      details: { name: input.name, roles: input.roles, buildings: input.buildings },
      now,
    })
    return good({ password })
  }),

  change: acting('change', async ({ db, input: { code, phone, ...about }, found }) => {
    await store.changeAccount(db, code, { ...about, phone: phone || null })
    const { name, department, post } = found
    return {
      before: { name, department, post, phone: maskPhone(found.phone ?? '') },
      after: { ...about, phone: maskPhone(phone) },
    }
  }),

  resetPassword: byStaff(async ({ input: { code, reason }, staff, db, now }) => {
    if ((await store.lockAccount(db, code)) === undefined)
      return refused(staffAccountsTexts.unknown)
    const password = await replacePassword(db, code, now)
    await noteDeed(db, {
      staff: staff.code,
      action: 'staff.resetPassword',
      about: `staff:${code}`,
      reason,
      now,
    })
    return good({ password })
  }),

  giveRoles: acting('giveRoles', async ({ db, input: { code, roles }, found, now }) => {
    const leaves = found.given.includes('administrator') && !roles.includes('administrator')
    if (leaves && (await store.otherAdministrators(db, code)) === 0)
      return { no: staffAccountsTexts.lastAdministrator }
    await store.setRoles(db, { code, roles, now })
    return { before: { roles: found.given }, after: { roles: roles.toSorted() } }
  }),

  giveBuildings: acting('giveBuildings', async ({ db, input: { code, buildings }, found }) => {
    await store.setBuildings(db, { code, buildings: [...new Set(buildings)] })
    return { before: { buildings: found.buildings }, after: { buildings: buildings.toSorted() } }
  }),

  unlock: acting('unlock', async ({ db, input: { code }, now, tools }) => {
    const tries = [subjectOf('staff', code)]
    const { signIn } = tools.limits
    if ((await signIn.blockedUntil(db, tries, now)) === undefined)
      return { no: staffAccountsTexts.notBlocked }
    await signIn.forgive(db, tries)
    return {}
  }),

  endSignIns: acting('endSignIns', async ({ db, input: { code }, now }) => {
    await endAll(db, { role: 'staff', code, now })
    return {}
  }),

  close: acting('close', async ({ db, input: { code }, found, by, now }) => {
    if (code === by) return { no: staffAccountsTexts.notYourself }
    if (found.closed_at !== null) return { no: staffAccountsTexts.closedAlready }
    const isAdministrator = found.given.includes('administrator')
    if (isAdministrator && (await store.otherAdministrators(db, code)) === 0)
      return { no: staffAccountsTexts.lastAdministrator }
    await store.changeAccount(db, code, { closed_at: now })
    await endAll(db, { role: 'staff', code, now })
    return {}
  }),

  open: acting('open', async ({ db, input: { code }, found }) => {
    if (found.closed_at === null) return { no: staffAccountsTexts.openAlready }
    await store.changeAccount(db, code, { closed_at: null })
    return {}
  }),

  resetFactor: acting('resetFactor', async ({ db, input: { code }, found, by, now }) => {
    if (code === by) return { no: staffAccountsTexts.otherResetsFactor }
    if (!found.has_factor) return { no: staffAccountsTexts.noFactor }
    await removeFactor(db, code)
    // Whoever has the lost phone may be signed in on it.
    await endAll(db, { role: 'staff', code, now })
    return {}
  }),
}

type Verb =
  | 'change'
  | 'giveRoles'
  | 'giveBuildings'
  | 'unlock'
  | 'endSignIns'
  | 'close'
  | 'open'
  | 'resetFactor'

interface Act<I> {
  readonly db: Db
  readonly input: I
  readonly found: store.Found
  /** Who does it. */
  readonly by: string
  readonly now: Date
  readonly tools: Tools
}

/** Do something to an account that is there, and note it with what it was. */
function acting<I extends { readonly code: string; readonly reason?: string }>(
  verb: Verb,
  act: (ask: Act<I>) => Promise<{ readonly no?: Text } & LogDetails>,
): Handler<I, Record<never, never>> {
  return byStaff(async ({ db, input, staff, now, ifMatch, tools }) => {
    const found = await store.lockAccount(db, input.code)
    if (found === undefined) return refused(staffAccountsTexts.unknown)
    const etag = versionOf(found)
    if (ifMatch !== undefined && ifMatch !== etag)
      return { type: 'stale', etag, says: staffAccountsTexts.stale }
    const { no, ...details } = await act({ db, input, found, by: staff.code, now, tools })
    if (no !== undefined) return refused(no)
    await noteDeed(db, {
      staff: staff.code,
      action: `staff.${verb}`,
      about: `staff:${input.code}`,
      ...(input.reason !== undefined && { reason: input.reason }),
      details,
      now,
    })
    return good({})
  })
}

// What its editors show and replace as a whole.
const versionOf = ({ name, department, post, phone, given, buildings }: store.Found): string =>
  createHash('sha256')
    .update(JSON.stringify([name, department, post, phone, given, buildings]))
    .digest('base64url')
    .slice(0, 16)

function postWords(role: string, posts: Settings['posts']): string[] {
  switch (role) {
    case 'dorm-supervisor':
      return [posts.dormSupervisor, 'dorm supervisor']
    case 'review-teacher':
      return [posts.reviewTeacher, 'review teacher']
    default:
      return []
  }
}

const accountOf = (row: store.Found, posts: Settings['posts']): Account => ({
  code: row.code,
  name: row.name,
  department: row.department,
  post: row.post,
  phone: row.phone ?? '',
  roles: row.given,
  byPost: rolesOf(row.post, posts),
  buildings: row.buildings,
  closed: row.closed_at !== null,
  firstPasswordUntil: row.first_password_until?.toISOString() ?? '',
  hasFactor: row.has_factor,
  signIns: String(row.sign_ins),
})
