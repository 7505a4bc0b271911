import { useEffect } from 'react'
import { createExternalStore, useExternalStore } from '../platform/store.ts'

const forms = createExternalStore(0)

/**
 * Marks a form as having unsaved input. No app update reloads the page until the returned function
 * is called.
 */
export function markFormDirty(): () => void {
  forms.set(forms.get() + 1)
  let ended = false
  return () => {
    if (!ended) forms.set(forms.get() - 1)
    ended = true
  }
}

/** Prevents an app update from reloading the page while `typing` is true. */
export function useDirtyForm(typing: boolean): void {
  useEffect(() => (typing ? markFormDirty() : undefined), [typing])
}

/** Whether any form has unsaved input. */
export const isAnyFormDirty = (): boolean => forms.get() > 0

/** Subscribes a component to `isAnyFormDirty`. */
export const useIsAnyFormDirty = (): boolean => useExternalStore(forms) > 0
