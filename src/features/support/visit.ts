import { notFound } from '@tanstack/react-router'
import { type ComingPage, comingPage } from './coming.ts'

/** What an address without a route of its own leads to: a page of a later issue, home with the name of an application, or nothing. */
export type Visited = { readonly type: 'coming'; readonly page: ComingPage } | { readonly type: 'home'; readonly app: string }

/** Reads such an address; longer ones that nobody knows are not found (D-16). */
export function visited(path: string): Visited {
  const page = comingPage(path)
  if (page !== undefined) return { type: 'coming', page }
  const parts = path.split('/').filter((part) => part !== '')
  if (parts.length !== 1) throw notFound()
  return { type: 'home', app: parts[0] ?? '' }
}
