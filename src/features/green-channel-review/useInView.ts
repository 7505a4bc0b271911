import { type RefCallback, useCallback, useEffect, useRef } from 'react'

/** Returns a ref; `onSeen` is called when its element is about to scroll into view. */
export function useInView<E extends Element>(onSeen: () => void): RefCallback<E> {
  const latest = useRef(onSeen)
  useEffect(() => {
    latest.current = onSeen
  })
  return useCallback((element: E) => {
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current()
      },
      { rootMargin: '300px' },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
}
