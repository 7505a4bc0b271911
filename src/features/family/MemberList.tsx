import { Fragment, type ReactNode } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { TextButton } from '#app/ui/TextButton.tsx'
import { familyTexts } from '#i18n/family'
import styles from './family.module.css'

/** One card per member; a removed member is replaced by an undo button. */
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
  const texts = useTexts(familyTexts)
  const undo = removedAt !== undefined && (
    <div className={styles['removed']}>
      <output>{texts.removed}</output>
      <TextButton ref={focused} onClick={onUndo}>
        {texts.undo}
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

// The button of the removed member had the focus, so the undo button receives it.
const focused = (button: HTMLButtonElement | null) => button?.focus()
