import { identity } from '#contract/identity'
import { after } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { readAccountPicture } from '../../platform/pictures/images.ts'
import { newSecret } from '../../platform/sessions/secrets.ts'
import * as store from './store.ts'

// A picture that could not be fetched is not fetched again at every request.
const AGAIN_SECONDS = 600

/**
 * Our own address for somebody's picture in the messaging app; '' when there is none. Each new
 * picture has a new one.
 */
export async function accountPictureAddress(
  db: Db,
  { openId, source, basePath }: { openId: string; source: string; basePath: string },
): Promise<string> {
  if (source === '') return ''
  const id = await store.keepPictureSource(db, { openId, source, id: newSecret() })
  return `${basePath}${identity.accountPicture.path}?${identity.accountPicture.parameter}=${id}`
}

// Several `<img>` tags may ask for one picture at once; it is fetched once.
const fetching = new Map<string, Promise<Buffer | undefined>>()

/** The picture, fetched when it is first looked at: signing in does not wait for it. */
export const accountPicture: Pick<Handlers<typeof identity>, 'accountPicture'> = {
  accountPicture: async ({ key, db, now, tools }) => {
    const kept = await store.accountPictureBy(db, key)
    if (kept === undefined) return { type: 'missing' }
    if (kept.bytes !== null) return shown(kept.bytes)
    if (kept.tried_at !== null && kept.tried_at > after(now, -AGAIN_SECONDS))
      return { type: 'missing' }
    const bringing =
      fetching.get(key) ??
      (async () => {
        const bytes = await tools.host.picture(kept.source)
        const made = bytes === undefined ? undefined : await readAccountPicture(bytes)
        await store.keepAccountPicture(db, { id: key, bytes: made ?? null, now })
        return made
      })().finally(() => fetching.delete(key))
    fetching.set(key, bringing)
    const made = await bringing
    return made === undefined ? { type: 'missing' } : shown(made)
  },
}

const shown = (bytes: Buffer) =>
  ({ type: 'file', bytes: new Uint8Array(bytes), contentType: 'image/jpeg' }) as const
