import { useSyncExternalStore } from 'react'

/** As wide as a desk, where a table has its detail beside it; the style sheets say the same. */
const WIDE_LAYOUT = '(min-width: 64rem)'

/** Is the window as wide as at a desk? */
export const useWideLayout = (): boolean => useSyncExternalStore(subscribeToWidth, isWideLayout)

const isWideLayout = () => matchMedia(WIDE_LAYOUT).matches

function subscribeToWidth(onChange: () => void) {
  const query = matchMedia(WIDE_LAYOUT)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
