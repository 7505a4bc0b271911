import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import { isUnansweredRead, ReadError } from '#app/lib/cache/cached-query.ts'
import { chinaNow } from '#app/lib/format/china-time.ts'
import { callApi } from '#app/lib/network/call-api.ts'
import { useDraft } from '#app/lib/outbox/drafts.ts'
import { serverNow } from '#app/lib/platform/server-clock.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { dorm } from '#contract/dorm'

/** The requirements send this step number, whatever the step's own number is (D-49). */
const STEP = 3

/**
 * The state of a bed reservation: with a countdown, confirmed, expired, or unknown because the
 * dormitory system has failed.
 */
export type BedReservation =
  | { readonly type: 'unknown' | 'confirmed' | 'expired' | 'failed' }
  | { readonly type: 'reserved'; readonly secondsLeft: number }

/**
 * Returns the state of a chosen bed's reservation by the server's clock (D-49). The remaining time
 * is read once and counted down on the phone. It is read again when the page becomes visible.
 */
export function useBedReservation(chosen: boolean): BedReservation {
  const query = useQuery({
    queryKey: bedReservationKey(),
    queryFn: fetchBedReservation,
    enabled: chosen,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const secondsLeft = useSecondsLeft(query.data)
  const ended = useEffectEvent(() => void query.refetch())
  useEffect(() => {
    if (secondsLeft === 0) ended()
  }, [secondsLeft])
  // After a timeout or a gateway error the countdown continues, because the dormitory system has
  // not failed.
  if (query.error !== null && !isUnansweredRead(query.error)) return { type: 'failed' }
  if (!chosen || query.data === undefined) return { type: 'unknown' }
  if (query.data.seconds < 0) return { type: 'confirmed' }
  if (query.data.seconds === 0) return { type: 'expired' }
  return { type: 'reserved', secondsLeft: secondsLeft ?? 0 }
}

/**
 * The stored choice of a dorm type: the type, and whether a bed was reserved for it, a reservation
 * that can expire.
 */
export const DormChoiceDraft = v.object({ type: v.string(), held: v.boolean() })

/** Whether a bed was reserved the last time this phone checked. */
export function useHadBedReservation(): boolean {
  const read = v.safeParse(DormChoiceDraft, useDraft('dorm').draft)
  return read.success && read.output.held
}

/** The query key of the reservation's remaining time. */
export const bedReservationKey = () => [currentSession()?.subject ?? '', 'dorm-hold']

/** Formats seconds as minutes and seconds (24:18), with hours from one hour on. */
export function formatCountdown(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** Returns the time at which a reservation ends, given the remaining seconds, as HH:mm in China. */
export const formatReservationEnd = (secondsLeft: number): string =>
  chinaNow(serverNow() + secondsLeft * 1000).slice(11, 16)

async function fetchBedReservation() {
  const outcome = await callApi(dorm.hold, { student: currentSession()?.subject ?? '', step: STEP })
  if (outcome.type !== 'ok') throw new ReadError(outcome)
  return { seconds: outcome.data.seconds, ...clocks() }
}

// The elapsed time is at least the longer time of these two clocks: the monotonic clock stops while
// the phone sleeps, and the wall clock can be set.
const clocks = () => ({ steady: performance.now(), wall: Date.now() })

function useSecondsLeft(
  said: { seconds: number; steady: number; wall: number } | undefined,
): number | undefined {
  const [now, setNow] = useState(clocks)
  const runs = said !== undefined && said.seconds > 0
  useEffect(() => {
    if (!runs) return undefined
    const timer = setInterval(() => setNow(clocks()), 1000)
    return () => clearInterval(timer)
  }, [runs])
  if (!runs) return undefined
  const passed = Math.max(0, now.steady - said.steady, now.wall - said.wall)
  return Math.max(0, said.seconds - Math.floor(passed / 1000))
}
