import { useEffect, useEffectEvent } from 'react'

/**
 * The longest time between two characters of a keyboard scanner, ms; a person types more slowly.
 */
const BETWEEN_MS = 100
/** The minimum length of a code or number. */
const SHORTEST = 5

/**
 * Listens to a scanner that acts as a keyboard: characters in quick succession, ended by Enter.
 * While an input field has the focus nothing is captured, because the field receives the characters
 * itself.
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
      // A space or Enter at the end of a code must not press the focused button.
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
