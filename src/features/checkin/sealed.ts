import { type DefaultError, queryOptions, type QueryKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { call } from '#app/lib/call.ts'
import {
  copyOf,
  dropCopy,
  keepCopy,
  type Kept,
  type KeptRead,
  type KeptState,
  persisterFor,
  ReadProblem,
  useKept,
} from '#app/lib/kept.ts'
import { keepsPersonal } from '#app/lib/personal.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { currentSession, onSessionEnd, token } from '#app/lib/session.ts'
import type { Bytes } from '#contract/bytes'
import { canCheckPasses as canSeal } from '#contract/checkin-pass-check'
import { fingerprint } from '#offline/fingerprint'
import { Sealed as Box } from '#offline/sealed-copies'
import { forgetSealKey, openingKey, renewGrace, sealKey } from './seal-key.ts'

const DAY_MS = 86_400_000
const AES = 'AES-GCM'
const InMemory = v.object({ value: Box })

/** What is kept of a read that only the living sign-in can open. */
export interface Sealed {
  readonly iv: Bytes
  readonly box: ArrayBuffer
}

// What was sealed or opened in this visit need not be opened again.
let opened = new WeakMap<object, unknown>()
const forget = () => {
  opened = new WeakMap()
  forgetSealKey()
}
keepsPersonal({ close: forget })
onSessionEnd(() => {
  forget()
  // Or one of them would be written down anew, with an answer that is on its way.
  queryClient.removeQueries({
    predicate: ({ meta, state }) => meta?.['token'] !== undefined || v.is(InMemory, state.data),
  })
})

/** Close a value for the disk. */
export async function seal(value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const words = new TextEncoder().encode(JSON.stringify(value))
  // Without cryptography nothing is kept; it lives as long as the page.
  const key = canSeal() ? await sealKey() : undefined
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
  const key = canSeal() ? await openingKey() : undefined
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
const sealedKey = (name: string) => [...openKey(name), fingerprint([token() ?? ''])]

/** A kept read whose copy is sealed; each sign-in has its own, and sees no other. */
export function sealedQuery<I, O>({ name, entry, input, maxAge }: KeptRead<I, O>) {
  const open = openKey(name)
  return queryOptions<Kept<Sealed>, DefaultError, Kept<Sealed>, readonly (string | number)[]>({
    queryKey: sealedKey(name),
    // Another tab may hear first that the sign-in has ended.
    meta: { token: token() ?? '' },
    queryFn: async () => {
      const outcome = await call(entry, input)
      if (outcome.type !== 'ok') throw new ReadProblem(outcome)
      // What earlier versions kept stood here open.
      void dropCopy(open)
      if (canSeal()) await renewGrace()
      return { value: await seal(outcome.data) }
    },
    ...(canSeal() && { persister: persisterFor<Sealed>(maxAge * DAY_MS) }),
  })
}

/** Is the copy of a sealed read on this phone, and can it be opened? */
export const canOpen = async (queryKey: QueryKey): Promise<boolean> =>
  (await openCopy(queryKey)) !== undefined

async function openCopy(queryKey: QueryKey): Promise<unknown> {
  const kept =
    queryClient.getQueryData<Kept<Sealed>>(queryKey) ?? (await copyOf(queryKey))?.state.data
  const read = v.safeParse(v.object({ value: v.unknown() }), kept)
  return read.success ? unseal(read.output.value) : undefined
}

/** What this sign-in has put away under a name, opened; nothing if there is nothing. */
export const takeOut = (name: string): Promise<unknown> => openCopy(sealedKey(name))

/** Put something away under a name, sealed; nothing if the sign-in ends meanwhile. */
export async function putAway(name: string, value: unknown): Promise<void> {
  const queryKey = sealedKey(name)
  const whose = token()
  const sealed = await seal(value)
  // Everything that it has sealed is deleted by now, and this is not to come back.
  if (token() !== whose) return
  queryClient.setQueryData(queryKey, { value: sealed })
  if (canSeal()) await keepCopy(queryKey)
}

/** Follow a sealed read on a screen: as `useKept`, once it is open. */
export function useSealed<I, O>(read: KeptRead<I, O>): KeptState<O> {
  const { data: sealed, ...kept } = useKept(sealedQuery(read))
  const [found, find] = useState<{ readonly of: Sealed; readonly value: O | undefined }>()
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
