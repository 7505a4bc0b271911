import { useEffect, useState } from 'react'
import { safeLocalStorage } from '#app/lib/platform/safe-storage.ts'
import {
  getServerTimeOffset,
  serverNow,
  compensatePhoneClockChange,
} from '#app/lib/platform/server-clock.ts'
import { storeClockOffset } from '../pass/pass-store.ts'

/**
 * A difference larger than this, ms, means that the clock was set; on a busy phone the difference
 * is smaller.
 */
const JUMP_MS = 5_000
const LOOK_MS = 1_000
const LAST = 'scannerSawTime'

/** Detects when the phone's clock is changed. */
export interface ClockMonitor {
  /** The jump of the clock since the last call, ms; 0 for normal progress. */
  readonly measureJump: () => number
  /**
   * Starts a new measurement. It is needed after the page was hidden: the phone might have been
   * asleep, and its monotonic clock stops during that time.
   */
  readonly reset: () => void
}

/** Compares the wall clock, which can be set, with the monotonic clock, which cannot. */
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

/**
 * 'jumped': the clock was set while the scanner was open; 'behind': the clock shows an earlier time
 * than at an earlier visit.
 */
export type ClockProblem = 'jumped' | 'behind'

/**
 * Monitors the clock while a scanner is open. A jump is reported, and the scanner's time is
 * corrected by it. A clock that is behind an earlier visit can only be reported.
 */
export function useClockProblem(): ClockProblem | undefined {
  const [trouble, setTrouble] = useState<ClockProblem>()
  useEffect(() => {
    const watch = createClockMonitor()
    const look = () => {
      if (document.visibilityState === 'hidden') return
      const jump = watch.measureJump()
      if (jump !== 0) {
        compensatePhoneClockChange(jump)
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
