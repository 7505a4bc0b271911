import { useEffect } from 'react'

/** Do something when the page has been drawn, such as asking for a part that a tap will need: a tunnel may come before the tap. */
export function useSoon(work: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // What does not come now is asked for again by the tap.
      work().catch(() => {})
    }, 300)
    return () => clearTimeout(timer)
  }, [work])
}
