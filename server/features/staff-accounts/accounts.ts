import type { StaffRole } from '#contract/roles'
import { addSeconds, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { hashPassword } from '../../platform/sessions/password.ts'
import { createReceiptNumber } from '../../platform/sessions/secrets.ts'
import { endSessionsOf } from '../../platform/sessions/session.ts'
import { recordAuditEntry } from '../office/public.ts'
import { removeSecondFactor } from '../second-factor/public.ts'
import * as store from './store.ts'

// A password of 80 bits, in characters that can be read out.
const newPassword = () => `${createReceiptNumber()}-${createReceiptNumber()}`

/** When a first password is created, and for how many days it can be used. */
export interface PasswordTime {
  readonly now: Date
  readonly days: number
}

/** When a first password that is created now can no longer be used. */
export const endOfFirstPassword = ({ now, days }: PasswordTime): Date =>
  addSeconds(now, days * DAY_SECONDS)

/** Creates a first password in plain text and in stored form. */
export async function createFirstPassword(time: PasswordTime) {
  const password = newPassword()
  return {
    password,
    stored: {
      password_hash: await hashPassword(password),
      has_password: true,
      first_password_until: endOfFirstPassword(time),
      first_password_used_at: null,
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

/** Creates an account. Returns its first password; undefined if the account already exists. */
export async function createStaffAccount(
  db: Db,
  { code, roles, buildings, phone, ...about }: NewStaff,
  time: PasswordTime,
): Promise<string | undefined> {
  const { now } = time
  const { password, stored } = await createFirstPassword(time)
  if (!(await store.insertAccount(db, { ...about, ...stored, code, phone: phone || null })))
    return undefined
  await store.setAccountRoles(db, { code, roles, now })
  await store.setAccountBuildings(db, { code, buildings: [...new Set(buildings)] })
  return password
}

/** Replaces the person's own password by a first password and ends all sessions. */
export async function replaceStaffPassword(
  db: Db,
  code: string,
  time: PasswordTime,
): Promise<string> {
  const { password, stored } = await createFirstPassword(time)
  await store.updateAccount(db, code, stored)
  await endSessionsOf(db, { role: 'staff', code, now: time.now })
  return password
}

/** Whether there is no administrator who could create accounts. */
export const hasNoAdministrator = async (db: Db): Promise<boolean> =>
  (await store.countOtherAdministrators(db, '')) === 0

/**
 * Makes a person an administrator; used by the command line. Creates an account, or reopens an
 * existing account with the role and a first password. No permission is checked: a person who can
 * run commands on the server controls the campus anyway.
 */
export const createAdministrator = (
  db: Db,
  { code, name, now, days }: { code: string; name: string } & PasswordTime,
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const known = await store.lockAccount(tx, code)
    const made =
      known === undefined
        ? await createStaffAccount(
            tx,
            { code, name, department: '', post: '', phone: '', roles: [], buildings: [] },
            { now, days },
          )
        : undefined
    const password = made ?? (await replaceStaffPassword(tx, code, { now, days }))
    await store.updateAccount(tx, code, { closed_at: null })
    await removeSecondFactor(tx, code)
    await store.setAccountRoles(tx, {
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
