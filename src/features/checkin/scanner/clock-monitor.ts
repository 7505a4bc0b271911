import { useEffect, useState } from 'react'
import { safeLocalStorage } from '#app/lib/platform/safe-storage.ts'
import {
  getServerTimeOffset,
  serverNow,
  compensateClockChange,
} from '#app/lib/platform/server-clock.ts'
import { storeClockOffset } from '../pass/pass-store.ts'

/** A clock that is set moves at once by more than this; what a busy phone loses is less, ms. */
const JUMP_MS = 5_000
const LOOK_MS = 1_000
const LAST = 'scannerSawTime'

/** Tells when a phone's clock moves otherwise than time does. */
export interface ClockMonitor {
  /** How far it has jumped since the last look, ms; 0 for what time alone has done. */
  readonly measureJump: () => number
  /** Begin anew: while nobody looked the phone may have slept, and its steady clock with it. */
  readonly reset: () => void
}

/** Compare the clock that can be set with the one that cannot. */
export function createClockMonitor({
  wall = Date.now,
  steady = () => performance.now(),
}: { wall?: () => number; steady?: () => number } = {}): ClockMonitor {
  let apart = wall() - steady()
  return {
    measureJump: () => {
      const jump = wall() - steady() - apart
      apart += jump
      return Math.abs(jump) < JUMP_MS ? 0 : jump
    },
    reset: () => {
      apart = wall() - steady()
    },
  }
}

/** What happened to the clock: set while the scanner was open, or found behind an earlier visit. */
export type ClockProblem = 'jumped' | 'behind'

/**
 * Watch the clock of an open scanner. A jump is undone for what the scanner reckons with, and said;
 * a clock that is behind what this phone has seen before can only be said.
 */
export function useClockProblem(): ClockProblem | undefined {
  const [trouble, setTrouble] = useState<ClockProblem>()
  useEffect(() => {
    const watch = createClockMonitor()
    const look = () => {
      if (document.visibilityState === 'hidden') return
      const jump = watch.measureJump()
      if (jump !== 0) {
        compensateClockChange(jump)
        void storeClockOffset(getServerTimeOffset())
        setTrouble('jumped')
      } else if (serverNow() < Number(safeLocalStorage.getItem(LAST) ?? 0) - JUMP_MS)
        setTrouble('behind')
      else safeLocalStorage.setItem(LAST, String(Math.round(serverNow())))
    }
    const timer = setInterval(look, LOOK_MS)
    const renew = () => watch.reset()
    document.addEventListener('visibilitychange', renew)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [])
  return trouble
}
