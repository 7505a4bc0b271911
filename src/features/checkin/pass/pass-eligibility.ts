import { isCancelledError } from '@tanstack/react-query'
import { roomQuery } from '#app/features/assigned-room/public.ts'
import {
  type CachedRead,
  type CachedQueryOptions,
  cachedQuery,
  ReadError,
} from '#app/lib/cache/cached-query.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import type { CallOutcome } from '#app/lib/network/call-api.ts'
import { getServerTimeOffset } from '#app/lib/platform/server-clock.ts'
import { fromBase64url, toBase64url } from '#contract/bytes'
import { readCredential } from '#contract/checkin-pass'
import { identity, type Person } from '#contract/identity'
import { storeClockOffset, storeCredential, type PassRecord } from './pass-store.ts'

const DAYS = 7

/**
 * The result of the checks before a pass is shown (D-30). `fresh`: the campus answered now, and the
 * result is not from the cache.
 */
export type PassEligibility =
  | {
      readonly type: 'yes'
      readonly credential?: Uint8Array<ArrayBuffer>
      readonly checkedAt: number
      readonly fresh: boolean
    }
  | { readonly type: 'no'; readonly reason: 'not-checked-in' | 'no-dorm'; readonly fresh: boolean }
  | { readonly type: 'no-answer'; readonly outcome: Exclude<CallOutcome<unknown>, { type: 'ok' }> }

/**
 * Checks the eligibility. Stores the credential that the campus returns, or removes the stored
 * credential if the campus has withdrawn it.
 */
export async function refreshEligibility(
  person: Person,
  record: PassRecord | undefined,
): Promise<PassEligibility> {
  const checked = await check(person, record)
  if (record === undefined) return checked
  if (isRefusedByUniversity(checked)) await storeCredential(record, undefined)
  if (checked.type === 'no-answer' || !checked.fresh) return checked
  if (checked.type === 'no') await storeCredential(record, undefined)
  else if (checked.credential !== undefined) {
    const { credential, checkedAt } = checked
    await Promise.all([
      storeCredential(record, { credential, checkedAt }),
      storeClockOffset(getServerTimeOffset()),
    ])
  }
  return checked
}

/**
 * Whether the campus answered and refused a pass, for example to a student who has withdrawn. A
 * stored pass is then invalid.
 */
export const isRefusedByUniversity = (checked: PassEligibility): boolean =>
  checked.type === 'no-answer' && checked.outcome.type === 'refused'

/**
 * Checks the registration, and then the dormitory unless the student is a postgraduate. If this
 * phone has keys, the response to the first request also contains a credential for them.
 */
async function check(person: Person, record: PassRecord | undefined): Promise<PassEligibility> {
  try {
    const registration = await readNewest(registrationQuery(person.code, record))
    if (!registration.value.checkedIn)
      return { type: 'no', reason: 'not-checked-in', fresh: registration.fresh }
    const room = isPostgraduate(person) ? undefined : await readNewest(roomQuery(person.code))
    if (room?.value.room === null) return { type: 'no', reason: 'no-dorm', fresh: room.fresh }
    const fresh = registration.fresh && room?.fresh !== false
    const credential =
      fresh && record !== undefined
        ? parseCredential(record, registration.value.pass?.credential)
        : undefined
    const checkedAt = Math.min(registration.at, room?.at ?? Infinity)
    return { type: 'yes', checkedAt, fresh, ...(credential !== undefined && { credential }) }
  } catch (problem) {
    // An unbinding has cancelled the request, so there is no answer.
    if (isCancelledError(problem))
      return { type: 'no-answer', outcome: { type: 'unreachable', code: -404 } }
    if (!(problem instanceof ReadError)) throw problem
    return { type: 'no-answer', outcome: problem.outcome }
  }
}

const isPostgraduate = (person: Person) => person.role === 'student' && person.enrolment === '1'

function parseCredential(
  { phone }: PassRecord,
  said: string | undefined,
): Uint8Array<ArrayBuffer> | undefined {
  const bytes = said === undefined ? undefined : fromBase64url(said)
  const credential = bytes && readCredential(bytes)
  return credential?.phone.join() === phone.join() ? bytes : undefined
}

const registrationQuery = (student: string, record: PassRecord | undefined) =>
  cachedQuery({
    name: 'registration',
    entry: identity.registration,
    input: { student, phoneKey: record && toBase64url(record.phone) },
    maxAge: DAYS,
  })

/** Returns the answer from the network, or the cached answer of an earlier check. */
async function readNewest<T>(
  options: CachedQueryOptions<T>,
): Promise<{ value: T; at: number; fresh: boolean }> {
  let fresh = false
  const { queryFn } = options
  if (typeof queryFn !== 'function') throw new Error('A read that asks nobody')
  const asking: CachedQueryOptions<T> & { staleTime: number } = {
    ...options,
    staleTime: 0,
    queryFn: async (context) => {
      const answer = await queryFn(context)
      fresh = true
      return answer
    },
  }
  try {
    await queryClient.fetchQuery(asking)
    // The first result is not fresh if it comes from the persisted cache, or from a request that
    // another caller started earlier.
    if (!fresh) await queryClient.fetchQuery(asking)
  } catch (problem) {
    if (queryClient.getQueryData(options.queryKey) === undefined) throw problem
  }
  const state = queryClient.getQueryState<CachedRead<T>>(options.queryKey)
  if (state?.data === undefined) throw new Error('A read has ended without an answer')
  return { value: state.data.value, at: state.dataUpdatedAt, fresh }
}
