import { useEffect, useEffectEvent } from 'react'

/** A scanner types faster than this between two letters, ms; a hand does not. */
const BETWEEN_MS = 100
/** No code or number is shorter. */
const SHORTEST = 5

/**
 * Hear a scanner that is plugged in as a keyboard: letters in quick succession, ended by Enter,
 * wherever the focus is but in a field, which takes them by itself.
 */
export function useKeyboardScanner(onText: (text: string) => void): void {
  const read = useEffectEvent(onText)
  useEffect(() => {
    let typed = ''
    let last = 0
    const hear = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
      const now = event.timeStamp
      if (now - last > BETWEEN_MS) typed = ''
      last = now
      const isBurst = typed.length >= SHORTEST
      // A blank or the end of a code must not press the button that has the focus.
      if (isBurst && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
      if (event.key === 'Enter') {
        const text = typed
        typed = ''
        if (isBurst) read(text)
      } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey)
        typed += event.key
    }
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  }, [])
}
