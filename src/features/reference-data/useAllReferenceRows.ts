import { useQuery } from '@tanstack/react-query'
import { describeReadError, fetchFromServer } from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import type { EditableReferenceRow } from '#contract/reference-data'
import type { ReferenceListCall } from './catalogue.tsx'

/**
 * Reads all rows of a list that are in use, page by page, because the options of a choice must be
 * complete. `problem` is the reason of a failure.
 */
export function useAllReferenceRows(list: ReferenceListCall): {
  readonly rows: readonly EditableReferenceRow[]
  readonly problem: string | undefined
} {
  const { data = [], error } = useQuery({
    queryKey: [currentSession()?.subject ?? 'nobody', list.path, 'all'],
    queryFn: () => readAll(list),
    gcTime: 0,
    staleTime: 0,
  })
  return { rows: data.filter(({ withdrawn }) => !withdrawn), problem: describeReadError(error) }
}

async function readAll(list: ReferenceListCall): Promise<readonly EditableReferenceRow[]> {
  const rows: EditableReferenceRow[] = []
  let after = ''
  for (;;) {
    const { rows: part, next } = (await fetchFromServer(list, { find: '', after, id: '' })).value
    rows.push(...part)
    // A page without a new cursor is the last one.
    if (next === '' || next === after) return rows
    after = next
  }
}
