import { useState } from 'react'

/**
 * The filters of a searched list, and a reason to read it again: `typed` is in the fields,
 * `wanted` applies since the last search, and `again` changes `changes`, which the list follows.
 */
export function useListFilter<Filter extends object>(initial: Filter) {
  const [typed, setTyped] = useState(initial)
  const [wanted, setWanted] = useState({ ...initial, find: '' })
  const [changes, setChanges] = useState(0)
  return {
    typed,
    type: (part: Partial<Filter>) => setTyped({ ...typed, ...part }),
    wanted,
    search: (find: string) => setWanted({ ...typed, find }),
    changes,
    again: () => setChanges((before) => before + 1),
  }
}
