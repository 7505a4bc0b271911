import { useEffect } from 'react'

/**
 * Keep the screen awake while this is shown. A phone without that, or one that saves its battery,
 * goes to sleep as ever; one that was put away takes its lock again when it comes back.
 */
export function useWakeLock(): void {
  useEffect(() => {
    let gone = false
    let held: WakeLockSentinel | undefined
    const hold = async () => {
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- older browsers have none
      if (document.visibilityState !== 'visible' || navigator.wakeLock === undefined) return
      try {
        const lock = await navigator.wakeLock.request('screen')
        if (gone) await lock.release()
        else held = lock
      } catch {
        // Refused, for the battery or by the page's rights.
      }
    }
    const again = () => void hold()
    again()
    document.addEventListener('visibilitychange', again)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', again)
      void held?.release().catch(() => {})
    }
  }, [])
}
