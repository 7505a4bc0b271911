import { useEffect } from 'react'
import { createStore, useStore } from '../store.ts'

const forms = createStore(0)

/**
 * A form has unsaved words: no update may reload the page until the returned function is called.
 */
export function beginTyping(): () => void {
  forms.set(forms.get() + 1)
  let ended = false
  return () => {
    if (!ended) forms.set(forms.get() - 1)
    ended = true
  }
}

/** While `typing`, no update reloads the page. */
export function useTyping(typing: boolean): void {
  useEffect(() => (typing ? beginTyping() : undefined), [typing])
}

/** Is any form being typed? */
export const isTyping = (): boolean => forms.get() > 0

/** The same; the component follows. */
export const useAnyTyping = (): boolean => useStore(forms) > 0
