import { useEffect, useState } from 'react'
import { knownAhead, serverNow, undoJump } from '#app/lib/clock.ts'
import { local } from '#app/lib/storage.ts'
import { keepAhead } from './pass-store.ts'

/** A clock that is set moves at once by more than this; what a busy phone loses is less, ms. */
const JUMP_MS = 5_000
const LOOK_MS = 1_000
const LAST = 'scannerSawTime'

/** Tells when a phone's clock moves otherwise than time does. */
export interface ClockWatch {
  /** How far it has jumped since the last look, ms; 0 for what time alone has done. */
  readonly look: () => number
  /** Begin anew: while nobody looked the phone may have slept, and its steady clock with it. */
  readonly renew: () => void
}

/** Compare the clock that can be set with the one that cannot. */
export function createClockWatch({
  wall = Date.now,
  steady = () => performance.now(),
}: { wall?: () => number; steady?: () => number } = {}): ClockWatch {
  let apart = wall() - steady()
  return {
    look: () => {
      const jump = wall() - steady() - apart
      apart += jump
      return Math.abs(jump) < JUMP_MS ? 0 : jump
    },
    renew: () => {
      apart = wall() - steady()
    },
  }
}

/** What happened to the clock: set while the scanner was open, or found behind an earlier visit. */
export type ClockTrouble = 'jumped' | 'behind'

/**
 * Watch the clock of an open scanner. A jump is undone for what the scanner reckons with, and said;
 * a clock that is behind what this phone has seen before can only be said.
 */
export function useClockTrouble(): ClockTrouble | undefined {
  const [trouble, setTrouble] = useState<ClockTrouble>()
  useEffect(() => {
    const watch = createClockWatch()
    const look = () => {
      if (document.visibilityState === 'hidden') return
      const jump = watch.look()
      if (jump !== 0) {
        undoJump(jump)
        void keepAhead(knownAhead())
        setTrouble('jumped')
      } else if (serverNow() < Number(local.getItem(LAST) ?? 0) - JUMP_MS) setTrouble('behind')
      else local.setItem(LAST, String(Math.round(serverNow())))
    }
    const timer = setInterval(look, LOOK_MS)
    const renew = () => watch.renew()
    document.addEventListener('visibilitychange', renew)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [])
  return trouble
}
