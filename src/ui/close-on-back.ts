import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { openSheets, sheetOf } from './closed-sheets.ts'
import { goBackInHistory, pendingTraversal } from './history-traversal.ts'

/**
 * While `isOpen`, the browser's Back closes a sheet instead of leaving the page. It adds a history
 * entry with the same address. The browser's own pushState is used, because the router's would
 * count as a navigation.
 */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const id = useId()
  const router = useRouter()
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!isOpen) return undefined
    openSheets.add(id)
    let isClosed = false
    const onPop = () => {
      if (sheetOf(history.state) !== id) close.current()
    }
    const addEntry = () => {
      if (isClosed) return
      History.prototype.pushState.call(history, { ...history.state, sheet: id }, '')
      addEventListener('popstate', onPop)
    }
    const pending = pendingTraversal()
    if (pending === undefined) addEntry()
    else void pending.then(addEntry)
    return () => {
      isClosed = true
      removeEventListener('popstate', onPop)
      openSheets.delete(id)
      // A button that closes the sheet might also navigate, so the entry is removed only if it is
      // still the current one.
      setTimeout(() => {
        if (sheetOf(history.state) === id && !openSheets.has(id)) goBack(router.history)
      })
    }
  }, [isOpen, id, router])
}

/**
 * Goes back one entry. The browser does so asynchronously, and it leaves the entry that is current
 * at that time: a page or a sheet that was opened meanwhile would be left at once. Therefore the
 * router's navigations and the entries of sheets wait until the browser has gone back.
 */
function goBack(routerHistory: RouterHistory): void {
  const arrival = goBackInHistory()
  const unblock = routerHistory.block({
    enableBeforeUnload: false,
    blockerFn: async ({ action }) => {
      if (action === 'PUSH' || action === 'REPLACE') await arrival
      return false
    },
  })
  void arrival.then(unblock)
}
