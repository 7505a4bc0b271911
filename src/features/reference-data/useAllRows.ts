import { useQuery } from '@tanstack/react-query'
import { problemOf, fetchFromServer } from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import type { EditedRow } from '#contract/reference-data'
import type { ListCall } from './catalogue.tsx'

/**
 * All rows of a list that are in use, read part by part to its end: what one chooses from must be
 * whole. `problem` says why there are none.
 */
export function useAllRows(list: ListCall): {
  readonly rows: readonly EditedRow[]
  readonly problem: string | undefined
} {
  const { data = [], error } = useQuery({
    queryKey: [currentSession()?.subject ?? 'nobody', list.path, 'all'],
    queryFn: () => readAll(list),
    gcTime: 0,
    staleTime: 0,
  })
  return { rows: data.filter(({ withdrawn }) => !withdrawn), problem: problemOf(error) }
}

async function readAll(list: ListCall): Promise<readonly EditedRow[]> {
  const rows: EditedRow[] = []
  let after = ''
  for (;;) {
    const { rows: part, next } = (await fetchFromServer(list, { find: '', after, id: '' })).value
    rows.push(...part)
    // A part that leads nowhere else is the last one.
    if (next === '' || next === after) return rows
    after = next
  }
}
