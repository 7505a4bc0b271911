import { hashKey, type QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import { currentSession } from '../session/session.ts'
import { copyNames, findCachedCopy, forgetRead, cacheKeyOf } from './cached-query.ts'
import { queryClient } from './query-client.ts'

/** A detail that this phone has read, in memory or as a copy. */
export interface HeldDetail {
  /** What its key has behind the name: which one of the list it is. */
  readonly id: string
  readonly queryKey: QueryKey
  /** What was read. */
  readonly value: unknown
}

const Key = v.pipe(v.string(), v.parseJson(), v.tuple([v.string(), v.string(), v.string()]))
const Data = v.object({ value: v.unknown() })

/**
 * What this phone has read of whoever is bound under a name with one part, and a list does not
 * name. A list that was asked for at `askedAt`, ms of this phone's clock, says nothing of what was
 * read later.
 */
export async function unlistedDetails(
  name: string,
  { listed, askedAt }: { listed: ReadonlySet<string>; askedAt: number },
): Promise<HeldDetail[]> {
  const own = [currentSession()?.subject ?? 'nobody', name]
  const prefix = cacheKeyOf('')
  const hashes = (await copyNames()).flatMap((one) =>
    one.startsWith(prefix) ? [one.slice(prefix.length)] : [],
  )
  const inMemory = queryClient.getQueryCache().findAll({ queryKey: own })
  const all = new Set([...hashes, ...inMemory.map(({ queryHash }) => queryHash)])
  const held = await Promise.all(
    [...all].map(async (hash): Promise<HeldDetail | undefined> => {
      const key = v.safeParse(Key, hash)
      if (!key.success || hashKey(key.output.slice(0, 2)) !== hashKey(own)) return undefined
      // Its copy may hold pictures: what is listed is not read.
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
 * Take details that their list does not name any more off this phone. One that somebody looks at is
 * asked for anew instead: its own answer says what has become of it.
 */
export async function dropDetails(details: readonly HeldDetail[]): Promise<void> {
  await Promise.all(
    details.map(({ queryKey }) =>
      queryClient.getQueryCache().find({ queryKey })?.isActive() === true
        ? queryClient.invalidateQueries({ queryKey, exact: true })
        : forgetRead(queryKey),
    ),
  )
}

/** Take the details off this phone whose list, asked for at `askedAt`, names all that there are. */
export async function dropUnlisted(
  name: string,
  { listed, askedAt }: { listed: readonly string[]; askedAt: number },
): Promise<void> {
  await dropDetails(await unlistedDetails(name, { listed: new Set(listed), askedAt }))
}
