import type { Query, QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { local } from './storage.ts'

/** Grows when the shape of what is kept changes; a build alone never throws kept reads away. */
export const DATA_VERSION = '1'

/** The start-up reads, small enough for localStorage, so that the first paint needs no database. */
const START_UP = ['identity', 'apps']
const KEY = 'start-up'
const LONGEST_MS = 30 * 86_400_000

const keptSchema = v.object({
  buster: v.literal(DATA_VERSION),
  timestamp: v.number(),
  clientState: v.object({
    queries: v.array(
      v.looseObject({
        queryKey: v.array(v.unknown()),
        queryHash: v.string(),
        state: v.looseObject({ data: v.unknown(), dataUpdatedAt: v.number() }),
      }),
    ),
  }),
})

/** Put back what an earlier visit has kept. */
export function bringBack(client: QueryClient): void {
  for (const { queryKey, state } of stored())
    client.setQueryData(queryKey, state.data, { updatedAt: state.dataUpdatedAt })
}

/** Keep the start-up reads as they change. */
export function keepUpToDate(client: QueryClient): void {
  let later: ReturnType<typeof setTimeout> | undefined
  client.getQueryCache().subscribe(({ type }) => {
    if (type === 'added' || type === 'removed' || type === 'updated')
      later ??= setTimeout(() => {
        later = undefined
        keep(client)
      })
  })
}

// What was once read stays, whatever became of a later try: that it failed is of this visit only.
// What another tab has kept, such as who was bound there since this one was opened, stays beside it.
function keep(client: QueryClient) {
  const mine = client
    .getQueryCache()
    .getAll()
    .filter(isStartUp)
    .map(({ queryKey, queryHash, state }) => ({
      queryKey,
      queryHash,
      state: { ...state, status: 'success', error: null, isInvalidated: false },
    }))
  const known = new Set(mine.map(({ queryHash }) => queryHash))
  // A tab that still shows the one before must not bring their menu back.
  const shared = new Set<unknown>([
    'identity',
    'nobody',
    local.getItem('stuCode') || local.getItem('userCode'),
  ])
  const others = stored().filter(
    ({ queryKey, queryHash }) => shared.has(queryKey[0]) && !known.has(queryHash),
  )
  local.setItem(
    KEY,
    JSON.stringify({
      buster: DATA_VERSION,
      timestamp: Date.now(),
      clientState: { queries: [...mine, ...others] },
    }),
  )
}

const isStartUp = ({ queryKey, state }: Query) =>
  state.data !== undefined &&
  queryKey.some((part) => typeof part === 'string' && START_UP.includes(part))

function stored(): v.InferOutput<typeof keptSchema>['clientState']['queries'] {
  try {
    const kept = v.parse(keptSchema, JSON.parse(local.getItem(KEY) ?? ''))
    return Date.now() - kept.timestamp > LONGEST_MS ? [] : kept.clientState.queries
  } catch {
    return []
  }
}
