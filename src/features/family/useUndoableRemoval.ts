import { useState } from 'react'

/** Members of a form that can be removed, and the last one of them brought back. */
export function useUndoableRemoval<Member>({
  remove,
  insert,
}: {
  remove: (at: number) => void
  insert: (at: number, member: Member) => void
}) {
  const [removed, setRemoved] = useState<{ readonly at: number; readonly member: Member }>()
  return {
    /** Where the member was that can be brought back. */
    removedAt: removed?.at,
    remove: (at: number, member: Member) => {
      setRemoved({ at, member })
      remove(at)
    },
    undo: () => {
      if (removed === undefined) return
      insert(removed.at, removed.member)
      setRemoved(undefined)
    },
    /**
     * What was removed is gone for good: the list was submitted without it, or has no room for it.
     */
    settle: () => setRemoved(undefined),
  }
}
