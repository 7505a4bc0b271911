import { useLocation } from '@tanstack/react-router'

declare module '@tanstack/history' {
  interface HistoryState {
    /**
     * The number of the order that a result page is about. It stands in the history's entry, which
     * a reload keeps, because the addresses of these pages are given (FEE-06, FEE-07).
     */
    order?: string
  }
}

/** What a way to a result page carries along; nothing where the backend told no number. */
export const toResultState = (order: string | undefined): { readonly order?: string } =>
  order === undefined ? {} : { order }

/** The number of the order that this result page was opened for, if it is known. */
export const useResultOrder = (): string | undefined =>
  useLocation({
    select: ({ state }) => (typeof state.order === 'string' ? state.order : undefined),
  })
