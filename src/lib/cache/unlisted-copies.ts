import { hashKey, type QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import { currentSession } from '../session/session.ts'
import {
  listCachedCopyNames,
  findCachedCopy,
  deleteCachedRead,
  toCacheKey,
} from './cached-query.ts'
import { queryClient } from './query-client.ts'

/** A detail record that this phone has, in memory or as a stored copy. */
export interface CachedDetail {
  /** The last part of its query key: the record's id in its list. */
  readonly id: string
  readonly queryKey: QueryKey
  /** The cached value. */
  readonly value: unknown
}

const Key = v.pipe(v.string(), v.parseJson(), v.tuple([v.string(), v.string(), v.string()]))
const Data = v.object({ value: v.unknown() })

/**
 * Finds cached details of the signed-in person that a list does not contain, under a query name
 * with one part. `askedAt`: when the list was requested, ms since the epoch by this phone's clock.
 * Details read after that time are left out.
 */
export async function findUnlistedDetails(
  name: string,
  { listed, askedAt }: { listed: ReadonlySet<string>; askedAt: number },
): Promise<CachedDetail[]> {
  const own = [currentSession()?.subject ?? 'nobody', name]
  const prefix = toCacheKey('')
  const hashes = (await listCachedCopyNames()).flatMap((one) =>
    one.startsWith(prefix) ? [one.slice(prefix.length)] : [],
  )
  const inMemory = queryClient.getQueryCache().findAll({ queryKey: own })
  const all = new Set([...hashes, ...inMemory.map(({ queryHash }) => queryHash)])
  const held = await Promise.all(
    [...all].map(async (hash): Promise<CachedDetail | undefined> => {
      const key = v.safeParse(Key, hash)
      if (!key.success || hashKey(key.output.slice(0, 2)) !== hashKey(own)) return undefined
      // A copy can contain pictures, so the copies of listed details are not read.
      if (listed.has(key.output[2])) return undefined
      const state =
        queryClient.getQueryState(key.output) ?? (await findCachedCopy(key.output))?.state
      const data = v.safeParse(Data, state?.data)
      if (!data.success || (state?.dataUpdatedAt ?? 0) >= askedAt) return undefined
      return { id: key.output[2], queryKey: key.output, value: data.output.value }
    }),
  )
  return held.filter((one) => one !== undefined)
}

/**
 * Deletes details that their list no longer contains from this phone. A detail on the screen is
 * fetched again instead, because its own response says why the list does not contain it.
 */
export async function deleteCachedDetails(details: readonly CachedDetail[]): Promise<void> {
  await Promise.all(
    details.map(({ queryKey }) =>
      queryClient.getQueryCache().find({ queryKey })?.isActive() === true
        ? queryClient.invalidateQueries({ queryKey, exact: true })
        : deleteCachedRead(queryKey),
    ),
  )
}

/**
 * Deletes the cached details that a complete list does not contain. `askedAt`: when the list was
 * requested, ms since the epoch.
 */
export async function deleteUnlistedDetails(
  name: string,
  { listed, askedAt }: { listed: readonly string[]; askedAt: number },
): Promise<void> {
  await deleteCachedDetails(await findUnlistedDetails(name, { listed: new Set(listed), askedAt }))
}
