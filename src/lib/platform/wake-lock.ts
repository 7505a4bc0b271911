import { useEffect } from 'react'

/**
 * Keeps the screen awake while the component is mounted. Without the Wake Lock API, or when the
 * phone saves battery, the screen turns off as usual. A page that becomes visible again requests
 * the lock again.
 */
export function useWakeLock(): void {
  useEffect(() => {
    let gone = false
    let held: WakeLockSentinel | undefined
    const hold = async () => {
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- older browsers lack it
      if (document.visibilityState !== 'visible' || navigator.wakeLock === undefined) return
      try {
        const lock = await navigator.wakeLock.request('screen')
        if (gone) await lock.release()
        else held = lock
      } catch {
        // The request was refused because of a low battery or by the page's permissions.
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
