import type { StaffRole } from '#contract/roles'
import { addSeconds, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { hashPassword } from '../../platform/sessions/password.ts'
import { createReceiptNumber } from '../../platform/sessions/secrets.ts'
import { endSessionsOf } from '../../platform/sessions/session.ts'
import { recordAuditEntry } from '../office/public.ts'
import { removeFactor } from '../second-factor/public.ts'
import * as store from './store.ts'

/** How long a first password may be used. */
const FIRST_PASSWORD_SECONDS = 7 * DAY_SECONDS

// 80 bits in letters that can be read out.
const newPassword = () => `${createReceiptNumber()}-${createReceiptNumber()}`

/** A first password as it is told, and as it is stored. */
async function firstPassword(now: Date) {
  const password = newPassword()
  return {
    password,
    stored: {
      password_hash: await hashPassword(password),
      first_password_until: addSeconds(now, FIRST_PASSWORD_SECONDS),
    },
  }
}

interface NewStaff {
  readonly code: string
  readonly name: string
  readonly department: string
  readonly post: string
  readonly phone: string
  readonly roles: readonly StaffRole[]
  readonly buildings: readonly string[]
}

/** Make an account. Answers its first password; undefined where there is one already. */
export async function makeAccount(
  db: Db,
  { code, roles, buildings, phone, ...about }: NewStaff,
  now: Date,
): Promise<string | undefined> {
  const { password, stored } = await firstPassword(now)
  if (!(await store.insertAccount(db, { ...about, ...stored, code, phone: phone || null })))
    return undefined
  await store.setRoles(db, { code, roles, now })
  await store.setBuildings(db, { code, buildings: [...new Set(buildings)] })
  return password
}

/** Give a first password in the place of the own one; every sign-in ends. */
export async function replacePassword(db: Db, code: string, now: Date): Promise<string> {
  const { password, stored } = await firstPassword(now)
  await store.changeAccount(db, code, stored)
  await endSessionsOf(db, { role: 'staff', code, now })
  return password
}

/** Is there nobody who could give others an account? */
export const hasNoAdministrator = async (db: Db): Promise<boolean> =>
  (await store.countOtherAdministrators(db, '')) === 0

/**
 * Make somebody the administrator, by a command on the server: a new account, or the role, a first
 * password and an open account for one that is there. Whoever can give the command owns the campus.
 */
export const makeAdministrator = (
  db: Db,
  { code, name, now }: { code: string; name: string; now: Date },
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const known = await store.lockAccount(tx, code)
    const made =
      known === undefined
        ? await makeAccount(
            tx,
            { code, name, department: '', post: '', phone: '', roles: [], buildings: [] },
            now,
          )
        : undefined
    const password = made ?? (await replacePassword(tx, code, now))
    await store.changeAccount(tx, code, { closed_at: null })
    await removeFactor(tx, code)
    await store.setRoles(tx, {
      code,
      roles: [...new Set<StaffRole>([...(known?.given ?? []), 'administrator'])],
      now,
    })
    await recordAuditEntry(tx, {
      staff: 'command line',
      action: 'staff.makeAdministrator',
      about: `staff:${code}`,
      now,
    })
    return password
  })
