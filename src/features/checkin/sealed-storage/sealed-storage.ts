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
import { canCheckPasses as canSeal } from '#contract/checkin-pass-check'
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

/** What is kept of a read that only the living sign-in can open. */
export interface SealedBox {
  readonly iv: Bytes
  readonly box: ArrayBuffer
}

// What was sealed or opened in this visit need not be opened again.
let opened = new WeakMap<object, unknown>()
const forget = () => {
  opened = new WeakMap()
  forgetSealingKey()
}
registerPersonalStore({ clear: forget })
onSessionEnd(() => {
  forget()
  // Or one of them would be written down anew, with an answer that is on its way.
  queryClient.removeQueries({
    predicate: ({ meta, state }) => meta?.['token'] !== undefined || v.is(InMemory, state.data),
  })
})

/** Close a value for the disk. */
export async function seal(value: unknown): Promise<SealedBox> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const words = new TextEncoder().encode(JSON.stringify(value))
  // Without cryptography nothing is kept; it lives as long as the page.
  const key = canSeal() ? await getSealingKey() : undefined
  const box =
    key === undefined
      ? new ArrayBuffer(0)
      : await crypto.subtle.encrypt({ name: AES, iv }, key, words)
  const sealed = { iv, box }
  opened.set(sealed, value)
  return sealed
}

/** Open what this sign-in has sealed; nothing for what another one has, or what is no such thing. */
export async function unseal(sealed: unknown): Promise<unknown> {
  const read = v.safeParse(Box, sealed)
  if (!read.success || typeof sealed !== 'object' || sealed === null) return undefined
  if (opened.has(sealed)) return opened.get(sealed)
  const key = canSeal() ? await getUnsealingKey() : undefined
  if (key === undefined) return undefined
  try {
    const iv = new Uint8Array(read.output.iv)
    const words = await crypto.subtle.decrypt({ name: AES, iv }, key, read.output.box)
    const value: unknown = JSON.parse(new TextDecoder().decode(words))
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

/** A cached read whose copy is sealed; each sign-in has its own, and sees no other. */
export function sealedQuery<I, O>({ name, entry, input, maxAge }: CachedQueryParams<I, O>) {
  const open = openKey(name)
  return queryOptions<
    CachedRead<SealedBox>,
    DefaultError,
    CachedRead<SealedBox>,
    readonly (string | number)[]
  >({
    queryKey: sealedKey(name),
    // Another tab may hear first that the sign-in has ended.
    meta: { token: getSessionToken() ?? '' },
    queryFn: async () => {
      const outcome = await callApi(entry, input)
      if (outcome.type !== 'ok') throw new ReadError(outcome)
      // What earlier versions kept stood here open.
      void deleteCachedCopy(open)
      if (canSeal()) await renewOfflineGrace()
      return { value: await seal(outcome.data) }
    },
    ...(canSeal() && { persister: createReadPersister<SealedBox>(maxAge * DAY_MS) }),
  })
}

/** Is the copy of a sealed read on this phone, and can it be opened? */
export const canUnseal = async (queryKey: QueryKey): Promise<boolean> =>
  (await unsealCopy(queryKey)) !== undefined

async function unsealCopy(queryKey: QueryKey): Promise<unknown> {
  const kept =
    queryClient.getQueryData<CachedRead<SealedBox>>(queryKey) ??
    (await findCachedCopy(queryKey))?.state.data
  const read = v.safeParse(v.object({ value: v.unknown() }), kept)
  return read.success ? unseal(read.output.value) : undefined
}

/** What this sign-in has put away under a name, opened; nothing if there is nothing. */
export const readSealed = (name: string): Promise<unknown> => unsealCopy(sealedKey(name))

/** Put something away under a name, sealed; nothing if the sign-in ends meanwhile. */
export async function writeSealed(name: string, value: unknown): Promise<void> {
  const queryKey = sealedKey(name)
  const whose = getSessionToken()
  const sealed = await seal(value)
  // Everything that it has sealed is deleted by now, and this is not to come back.
  if (getSessionToken() !== whose) return
  queryClient.setQueryData(queryKey, { value: sealed })
  if (canSeal()) await persistQuery(queryKey)
}

/** Follow a sealed read on a screen: as `useCachedQuery`, once it is open. */
export function useSealedQuery<I, O>(read: CachedQueryParams<I, O>): CachedQueryState<O> {
  const { data: sealed, ...kept } = useCachedQuery(sealedQuery(read))
  const [found, find] = useState<{ readonly of: SealedBox; readonly value: O | undefined }>()
  const { schema } = read.entry.output
  useEffect(() => {
    if (sealed === undefined) return undefined
    let gone = false
    void unseal(sealed).then((value) => {
      const checked = v.safeParse(schema, value)
      if (!gone) find({ of: sealed, value: checked.success ? checked.output : undefined })
    })
    return () => {
      gone = true
    }
  }, [sealed, schema])
  // While a newer one is being opened the one before stands.
  if (sealed !== undefined && found?.value !== undefined) return { ...kept, data: found.value }
  const isOpening = sealed !== undefined && found?.of !== sealed
  return isOpening ? { ...kept, state: 'loading' } : kept
}
