import { after } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { hashOf, newSecret } from '../platform/sessions/secrets.ts'

const CODE_SECONDS = 300

/** A person of the sandbox. */
export interface Persona {
  readonly openId: string
  readonly nickname: string
}

/** The person that this browser played before, if the sandbox knows it. */
export async function findPersona(db: Db, openId: string): Promise<Persona | undefined> {
  const row = await db
    .selectFrom('host_identity')
    .selectAll()
    .where('open_id', '=', openId)
    .executeTakeFirst()
  return row && { openId: row.open_id, nickname: row.nickname }
}

/** A new person of the sandbox. */
export async function newPersona(
  db: Db,
  { nickname, now }: { nickname: (mark: string) => string; now: Date },
): Promise<Persona> {
  const openId = `sandbox-${newSecret().slice(0, 22)}`
  const persona = { openId, nickname: nickname(openId.slice(-4)) }
  await db
    .insertInto('host_identity')
    .values({ open_id: openId, nickname: persona.nickname, avatar: '', created_at: now })
    .execute()
  return persona
}

/** A code that can be traded once, within five minutes. */
export async function newCode(
  db: Db,
  { openId, snapshot, now }: { openId: string; snapshot: boolean; now: Date },
): Promise<string> {
  const code = newSecret()
  await db
    .insertInto('host_code')
    .values({
      code_hash: hashOf(code),
      open_id: openId,
      snapshot,
      expires_at: after(now, CODE_SECONDS),
    })
    .execute()
  return code
}

/** Use a code up. */
export const takeCode = (db: Db, { code, now }: { code: string; now: Date }) =>
  db
    .deleteFrom('host_code')
    .where('code_hash', '=', hashOf(code))
    .where('expires_at', '>', now)
    .returning(['open_id', 'snapshot'])
    .executeTakeFirst()
