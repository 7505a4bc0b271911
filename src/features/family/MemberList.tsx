import { Fragment, type ReactNode } from 'react'
import { useWords } from '#app/lib/language.ts'
import { TextButton } from '#app/ui/TextButton.tsx'
import { familyWords } from '#words/family'
import styles from './family.module.css'

/** One card a member, and in the place of one that was removed the way to bring it back. */
export function MemberList({
  ids,
  removedAt,
  onUndo,
  children,
}: {
  ids: readonly string[]
  removedAt: number | undefined
  onUndo: () => void
  children: (at: number) => ReactNode
}) {
  const words = useWords(familyWords)
  const undo = removedAt !== undefined && (
    <div className={styles['removed']}>
      <output>{words.removed}</output>
      <TextButton ref={focused} onClick={onUndo}>
        {words.undo}
      </TextButton>
    </div>
  )
  return (
    <>
      {ids.map((id, at) => (
        <Fragment key={id}>
          {removedAt === at && undo}
          {children(at)}
        </Fragment>
      ))}
      {removedAt !== undefined && removedAt >= ids.length && undo}
    </>
  )
}

// The button that was tapped went with its member.
const focused = (button: HTMLButtonElement | null) => button?.focus()
