import type { Db } from '../../platform/database/db.ts'
import { hashSecret } from '../../platform/sessions/secrets.ts'

/** A phone of a student: a messaging account, or a session in an ordinary browser. */
export interface StudentDeviceRecord {
  readonly id: string
  readonly account: string
  readonly bound: boolean
  readonly since: Date
  readonly used: Date | null
  /** When the last session of the phone ended; null while a session is active. */
  readonly ended: Date | null
  readonly why: string
}

interface StudentPhoneRow extends StudentDeviceRecord {
  readonly openId: string | null
  readonly hashes: readonly Buffer[]
}

/** Lists the phones of a student that are bound or were signed in, newest first. */
export const listStudentDevices = async (db: Db, student: string): Promise<StudentDeviceRecord[]> =>
  (await findStudentPhoneRows(db, student)).map(
    ({ openId: _openId, hashes: _hashes, ...phone }) => phone,
  )

/** Lists the messaging accounts that are bound to a student. */
export async function listBoundMessagingAccounts(db: Db, student: string): Promise<string[]> {
  const rows = await bindings(db, student)
  return rows.map(({ open_id }) => open_id)
}

/**
 * Unbinds a phone and ends its sessions; the phone shows that the office did it. The student's
 * calendar addresses are revoked too, because the phone might know one, and they work without a
 * session. Returns whether there was a binding or a session to end.
 */
export async function unbindDevice(
  db: Db,
  { student, phone, now }: { student: string; phone: string; now: Date },
): Promise<boolean> {
  const found = (await findStudentPhoneRows(db, student)).find(({ id }) => id === phone)
  if (found === undefined || (!found.bound && found.ended !== null)) return false
  if (found.openId !== null)
    await db
      .deleteFrom('binding')
      .where('open_id', '=', found.openId)
      .where('role', '=', 'student')
      .where('code', '=', student)
      .execute()
  if (found.hashes.length > 0)
    await db
      .updateTable('session')
      .set({ ended_at: now, ended_why: 'office' })
      .where('token_hash', 'in', found.hashes)
      .where('ended_at', 'is', null)
      .execute()
  await db.deleteFrom('calendar_key').where('student_code', '=', student).execute()
  return true
}

const bindings = (db: Db, student: string) =>
  db
    .selectFrom('binding')
    .leftJoin('host_identity as account', 'account.open_id', 'binding.open_id')
    .select(['binding.open_id', 'bound_at', 'nickname'])
    .where('role', '=', 'student')
    .where('code', '=', student)
    .execute()

async function findStudentPhoneRows(db: Db, student: string): Promise<StudentPhoneRow[]> {
  const bound = await bindings(db, student)
  const sessions = await db
    .selectFrom('session')
    .leftJoin('host_identity as account', 'account.open_id', 'session.open_id')
    .select(['token_hash', 'session.open_id', 'nickname', 'ended_why', 'ended_at', 'used_at'])
    .select('session.created_at')
    .where('role', '=', 'student')
    .where('code', '=', student)
    .orderBy('session.created_at', 'desc')
    .execute()
  const phones = new Map<string, StudentPhoneRow>()
  for (const one of sessions) {
    const name = one.open_id ?? one.token_hash.toString('hex')
    const later = phones.get(name)
    phones.set(name, {
      id: idOf(name),
      account: one.nickname ?? '',
      bound: bound.some(({ open_id }) => open_id === one.open_id),
      openId: one.open_id,
      hashes: [...(later?.hashes ?? []), one.token_hash],
      since: one.created_at,
      used: later?.used ?? one.used_at,
      // If a phone has several sessions, the newest session determines its status.
      ended: later === undefined ? one.ended_at : later.ended,
      why: later === undefined ? (one.ended_why ?? '') : later.why,
    })
  }
  for (const { open_id: openId, nickname, bound_at: since } of bound)
    if (!phones.has(openId))
      phones.set(openId, {
        id: idOf(openId),
        account: nickname ?? '',
        bound: true,
        openId,
        hashes: [],
        since,
        used: null,
        ended: null,
        why: '',
      })
  return [...phones.values()]
}

// The id is opaque, because neither openIds nor hashes of tokens are sent to clients.
const idOf = (name: string): string =>
  hashSecret(`phone ${name}`).toString('base64url').slice(0, 16)
