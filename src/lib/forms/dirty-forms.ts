import { useEffect } from 'react'
import { createStore, useStore } from '../platform/store.ts'

const forms = createStore(0)

/**
 * A form has unsaved words: no update may reload the page until the returned function is called.
 */
export function markFormDirty(): () => void {
  forms.set(forms.get() + 1)
  let ended = false
  return () => {
    if (!ended) forms.set(forms.get() - 1)
    ended = true
  }
}

/** While `typing`, no update reloads the page. */
export function useDirtyForm(typing: boolean): void {
  useEffect(() => (typing ? markFormDirty() : undefined), [typing])
}

/** Is any form being typed? */
export const isAnyFormDirty = (): boolean => forms.get() > 0

/** The same; the component follows. */
export const useIsAnyFormDirty = (): boolean => useStore(forms) > 0
