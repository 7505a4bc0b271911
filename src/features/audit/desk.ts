import { useSyncExternalStore } from 'react'

/** As wide as a desk, where a table has its detail beside it; the style sheets say the same. */
const DESK = '(min-width: 64rem)'

/** Is the window as wide as at a desk? */
export const useDesk = (): boolean => useSyncExternalStore(watch, isDesk)

const isDesk = () => matchMedia(DESK).matches

function watch(onChange: () => void) {
  const query = matchMedia(DESK)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
