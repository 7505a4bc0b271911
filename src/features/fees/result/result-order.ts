import { useLocation } from '@tanstack/react-router'

declare module '@tanstack/history' {
  interface HistoryState {
    /**
     * The number of the order that a result page shows. The addresses of these pages are fixed
     * (FEE-06, FEE-07), so the number is stored in the history entry, which survives a reload.
     */
    order?: string
  }
}

/**
 * Builds the history state for a link to a result page; empty if the backend gave no order number.
 */
export const toResultState = (order: string | undefined): { readonly order?: string } =>
  order === undefined ? {} : { order }

/** Returns the number of the order for which this result page was opened, if it is known. */
export const useResultOrder = (): string | undefined =>
  useLocation({
    select: ({ state }) => (typeof state.order === 'string' ? state.order : undefined),
  })
