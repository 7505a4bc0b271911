import { type DefaultError, queryOptions, type QueryKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import {
  findCachedCopy,
  deleteCachedCopy,
  persistQuery,
  type CachedRead,
  type CachedQueryParams,
  type CachedQueryState,
  createReadPersister,
  ReadError,
  useCachedQuery,
} from '#app/lib/cache/cached-query.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { callApi } from '#app/lib/network/call-api.ts'
import { registerPersonalStore } from '#app/lib/session/personal-data.ts'
import { currentSession, onSessionEnd, getSessionToken } from '#app/lib/session/session.ts'
import type { Bytes } from '#contract/bytes'
import { isWebCryptoAvailable as canSeal } from '#contract/checkin-pass-check'
import { fingerprintPayload } from '#offline/outbox/fingerprint'
import { SealedValue as Box } from '#offline/storage/sealed-copies'
import {
  forgetSealingKey,
  getUnsealingKey,
  renewOfflineGrace,
  getSealingKey,
} from './sealing-key.ts'

const DAY_MS = 86_400_000
const AES = 'AES-GCM'
const InMemory = v.object({ value: Box })

/** The stored form of a read that only the current sign-in can open. */
export interface SealedBox {
  readonly iv: Bytes
  readonly box: ArrayBuffer
}

// Values that were sealed or unsealed during this visit are not decrypted again.
let opened = new WeakMap<object, unknown>()
const forget = () => {
  opened = new WeakMap()
  forgetSealingKey()
}
registerPersonalStore({ clear: forget })
onSessionEnd(() => {
  forget()
  // The queries are also removed from memory, because a response that arrives later would otherwise
  // store them again.
  queryClient.removeQueries({
    predicate: ({ meta, state }) => meta?.['token'] !== undefined || v.is(InMemory, state.data),
  })
})

/** Encrypts a value for storage. */
export async function sealValue(value: unknown): Promise<SealedBox> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const encodedValue = new TextEncoder().encode(JSON.stringify(value))
  // Without Web Crypto nothing is stored; the value is in memory until the page is closed.
  const key = canSeal() ? await getSealingKey() : undefined
  const box =
    key === undefined
      ? new ArrayBuffer(0)
      : await crypto.subtle.encrypt({ name: AES, iv }, key, encodedValue)
  const sealed = { iv, box }
  opened.set(sealed, value)
  return sealed
}

/**
 * Decrypts a value that the current sign-in has sealed. Returns undefined for an invalid value, and
 * for a value sealed by another sign-in.
 */
export async function unsealValue(sealed: unknown): Promise<unknown> {
  const read = v.safeParse(Box, sealed)
  if (!read.success || typeof sealed !== 'object' || sealed === null) return undefined
  if (opened.has(sealed)) return opened.get(sealed)
  const key = canSeal() ? await getUnsealingKey() : undefined
  if (key === undefined) return undefined
  try {
    const iv = new Uint8Array(read.output.iv)
    const encodedValue = await crypto.subtle.decrypt({ name: AES, iv }, key, read.output.box)
    const value: unknown = JSON.parse(new TextDecoder().decode(encodedValue))
    opened.set(sealed, value)
    return value
  } catch {
    return undefined
  }
}

const openKey = (name: string) => [currentSession()?.subject ?? 'nobody', name]
const sealedKey = (name: string) => [
  ...openKey(name),
  fingerprintPayload([getSessionToken() ?? '']),
]

/**
 * A cached query whose copy is sealed. Each sign-in has its own copy, and cannot open the copies of
 * others.
 */
export function sealedQuery<I, O>({ name, entry, input, maxAge }: CachedQueryParams<I, O>) {
  const open = openKey(name)
  return queryOptions<
    CachedRead<SealedBox>,
    DefaultError,
    CachedRead<SealedBox>,
    readonly (string | number)[]
  >({
    queryKey: sealedKey(name),
    // Another tab might be the first to notice that the sign-in has ended.
    meta: { token: getSessionToken() ?? '' },
    queryFn: async () => {
      const outcome = await callApi(entry, input)
      if (outcome.type !== 'ok') throw new ReadError(outcome)
      // Deletes the unencrypted copy that earlier versions stored.
      void deleteCachedCopy(open)
      if (canSeal()) await renewOfflineGrace()
      return { value: await sealValue(outcome.data) }
    },
    ...(canSeal() && { persister: createReadPersister<SealedBox>(maxAge * DAY_MS) }),
  })
}

/** Whether the copy of a sealed read is on this phone and can be opened. */
export const canUnseal = async (queryKey: QueryKey): Promise<boolean> =>
  (await unsealCopy(queryKey)) !== undefined

async function unsealCopy(queryKey: QueryKey): Promise<unknown> {
  const kept =
    queryClient.getQueryData<CachedRead<SealedBox>>(queryKey) ??
    (await findCachedCopy(queryKey))?.state.data
  const read = v.safeParse(v.object({ value: v.unknown() }), kept)
  return read.success ? unsealValue(read.output.value) : undefined
}

/**
 * Returns the value that the current sign-in has stored under a name; undefined if there is none.
 */
export const readSealed = (name: string): Promise<unknown> => unsealCopy(sealedKey(name))

/** Stores a value under a name, sealed. Stores nothing if the sign-in ends in the meantime. */
export async function writeSealed(name: string, value: unknown): Promise<void> {
  const queryKey = sealedKey(name)
  const whose = getSessionToken()
  const sealed = await sealValue(value)
  // The sign-in has ended and its sealed values were deleted, so this value must not be stored.
  if (getSessionToken() !== whose) return
  queryClient.setQueryData(queryKey, { value: sealed })
  if (canSeal()) await persistQuery(queryKey)
}

/**
 * Subscribes to a sealed query. The result is that of `useCachedQuery` once the value is decrypted.
 */
export function useSealedQuery<I, O>(read: CachedQueryParams<I, O>): CachedQueryState<O> {
  const { data: sealed, ...kept } = useCachedQuery(sealedQuery(read))
  const [found, find] = useState<{ readonly of: SealedBox; readonly value: O | undefined }>()
  const { schema } = read.entry.output
  useEffect(() => {
    if (sealed === undefined) return undefined
    let gone = false
    void unsealValue(sealed).then((value) => {
      const checked = v.safeParse(schema, value)
      if (!gone) find({ of: sealed, value: checked.success ? checked.output : undefined })
    })
    return () => {
      gone = true
    }
  }, [sealed, schema])
  // The previous value is shown while a newer one is being decrypted.
  if (sealed !== undefined && found?.value !== undefined) return { ...kept, data: found.value }
  const isOpening = sealed !== undefined && found?.of !== sealed
  return isOpening ? { ...kept, state: 'loading' } : kept
}
