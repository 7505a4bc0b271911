import { identity } from '#contract/identity'
import { addSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { readMessagingAvatar } from '../../platform/pictures/read-images.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'
import * as store from './store.ts'

// The time for which a failed fetch of a picture is not repeated, seconds.
const RETRY_SECONDS = 600

/**
 * The address on this server of a person's account picture in the messaging app; '' if there is no
 * picture. Each new picture has a new address.
 */
export async function accountPictureAddress(
  db: Db,
  { openId, source, basePath }: { openId: string; source: string; basePath: string },
): Promise<string> {
  if (source === '') return ''
  const id = await store.saveAccountPictureUrl(db, { openId, source, id: createSecret() })
  return `${basePath}${identity.accountPicture.path}?${identity.accountPicture.parameter}=${id}`
}

// The running fetches; concurrent requests for a picture wait for the same fetch.
const pendingFetches = new Map<string, Promise<Buffer | undefined>>()

/**
 * The handler of account pictures. A picture is fetched at the first request for it, so that a
 * sign-in does not wait.
 */
export const accountPictureHandlers: Pick<Handlers<typeof identity>, 'accountPicture'> = {
  accountPicture: async ({ key, db, now, tools }) => {
    const kept = await store.findAccountPictureById(db, key)
    if (kept === undefined) return { type: 'missing' }
    if (kept.bytes !== null) return toFileResult(kept.bytes)
    if (kept.tried_at !== null && kept.tried_at > addSeconds(now, -RETRY_SECONDS))
      return { type: 'missing' }
    const bringing =
      pendingFetches.get(key) ??
      (async () => {
        const bytes = await tools.hosts.findByAccount(kept.open_id)?.fetchPicture(kept.source)
        const made = bytes === undefined ? undefined : await readMessagingAvatar(bytes)
        await store.storeAccountPicture(db, { id: key, bytes: made ?? null, now })
        return made
      })().finally(() => pendingFetches.delete(key))
    pendingFetches.set(key, bringing)
    const made = await bringing
    return made === undefined ? { type: 'missing' } : toFileResult(made)
  },
}

const toFileResult = (bytes: Buffer) =>
  ({ type: 'file', bytes: new Uint8Array(bytes), contentType: 'image/jpeg' }) as const
