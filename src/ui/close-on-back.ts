import { useEffect, useId, useRef } from 'react'

const open = new Set<string>()

/**
 * While `isOpen`, the browser's Back closes a sheet instead of leaving the page. It adds a history
 * entry with the same address. The browser's own pushState is used, because the router's would
 * count as a navigation.
 */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const id = useId()
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!isOpen) return undefined
    open.add(id)
    History.prototype.pushState.call(history, { ...history.state, sheet: id }, '')
    const onPop = () => {
      if (sheetOf(history.state) !== id) close.current()
    }
    addEventListener('popstate', onPop)
    return () => {
      removeEventListener('popstate', onPop)
      open.delete(id)
      // A button that closes the sheet may also navigate; only an entry that is still current is
      // removed.
      setTimeout(() => {
        if (sheetOf(history.state) === id && !open.has(id)) history.back()
      })
    }
  }, [isOpen, id])
}

/**
 * Skips history entries of sheets that are already closed: going back to one continues to the page
 * before. Returns a function that stops it.
 */
export function skipClosedSheets(): () => void {
  const onPop = () => {
    const sheet = sheetOf(history.state)
    if (sheet !== undefined && !open.has(sheet)) history.back()
  }
  addEventListener('popstate', onPop)
  return () => removeEventListener('popstate', onPop)
}

const sheetOf = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'sheet' in state && typeof state.sheet === 'string'
    ? state.sheet
    : undefined
