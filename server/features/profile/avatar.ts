import { profile } from '#contract/profile'
import { dailyServerTexts } from '#i18n/daily-server'
import type { Db } from '../../platform/database/db.ts'
import { succeed, type Handlers } from '../../platform/http/handler.ts'
import { readAvatar } from '../../platform/pictures/read-images.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'

/**
 * The handlers of the avatar (PRO-13, D-96). Each new avatar has a new address, and only its owner
 * is allowed to see it.
 */
export const avatarHandlers: Pick<Handlers<typeof profile>, 'avatar' | 'picture'> = {
  avatar: async ({ input, caller, db, now, language, tools }) => {
    if (caller.role === 'nobody') return { type: 'signed-out' }
    const seconds = await tools.limits.images.consume(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    const png = await readAvatar(input.bytes)
    if (png === undefined)
      return {
        type: 'invalid',
        issues: [{ path: profile.avatar.field, message: dailyServerTexts.pictureWrong[language] }],
      }
    const id = createSecret()
    await storeAvatar(db, { subject: caller.subject, id, bytes: png, now })
    const path = `${profile.picture.path}?${profile.picture.parameter}=${id}`
    return succeed({ addresses: [tools.settings.basePath + path], paths: [path] })
  },

  picture: async ({ key, caller, db }) => {
    const found = await db.selectFrom('avatar').selectAll().where('id', '=', key).executeTakeFirst()
    if (found === undefined) return { type: 'missing' }
    if (caller.role === 'nobody' || caller.subject !== found.subject) return { type: 'forbidden' }
    return { type: 'file', bytes: new Uint8Array(found.bytes), contentType: 'image/png' }
  },
}

function storeAvatar(
  db: Db,
  { subject, id, bytes, now }: { subject: string; id: string; bytes: Buffer; now: Date },
) {
  const values = { id, bytes, created_at: now }
  return db
    .insertInto('avatar')
    .values({ ...values, subject })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(values))
    .execute()
}
