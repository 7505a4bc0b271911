import { useState } from 'react'

/** Removes members of a form; the last removal can be undone. */
export function useUndoableRemoval<Member>({
  remove,
  insert,
}: {
  remove: (at: number) => void
  insert: (at: number, member: Member) => void
}) {
  const [removed, setRemoved] = useState<{ readonly at: number; readonly member: Member }>()
  return {
    /** The position of the removed member that can be restored. */
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
     * Makes the removal final. Call it when the list was submitted without the member, or has no
     * place for the member.
     */
    settle: () => setRemoved(undefined),
  }
}
