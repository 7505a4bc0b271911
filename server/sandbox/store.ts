import { addSeconds } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import { hashSecret, createSecret } from '../platform/sessions/secrets.ts'

const CODE_SECONDS = 300

/** A user of the sandbox. */
export interface SandboxUser {
  readonly openId: string
  readonly nickname: string
}

/** Finds a sandbox user by openId. */
export async function findSandboxUser(db: Db, openId: string): Promise<SandboxUser | undefined> {
  const row = await db
    .selectFrom('host_identity')
    .selectAll()
    .where('open_id', '=', openId)
    .executeTakeFirst()
  return row && { openId: row.open_id, nickname: row.nickname }
}

/** Creates a user of the sandbox. */
export async function createSandboxUser(
  db: Db,
  { nickname, now }: { nickname: (mark: string) => string; now: Date },
): Promise<SandboxUser> {
  const openId = `sandbox-${createSecret().slice(0, 22)}`
  const created = { openId, nickname: nickname(openId.slice(-4)) }
  await db
    .insertInto('host_identity')
    .values({ open_id: openId, nickname: created.nickname, avatar: '', created_at: now })
    .execute()
  return created
}

/** Creates a code that can be exchanged once, within five minutes. */
export async function createAuthorizationCode(
  db: Db,
  { openId, snapshot, now }: { openId: string; snapshot: boolean; now: Date },
): Promise<string> {
  const code = createSecret()
  await db
    .insertInto('host_code')
    .values({
      code_hash: hashSecret(code),
      open_id: openId,
      snapshot,
      expires_at: addSeconds(now, CODE_SECONDS),
    })
    .execute()
  return code
}

/** Consumes a code. */
export const consumeAuthorizationCode = (db: Db, { code, now }: { code: string; now: Date }) =>
  db
    .deleteFrom('host_code')
    .where('code_hash', '=', hashSecret(code))
    .where('expires_at', '>', now)
    .returning(['open_id', 'snapshot'])
    .executeTakeFirst()
