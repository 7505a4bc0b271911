import { useTexts } from '#app/lib/language/language.ts'
import type { ImportEntry } from '#contract/imports'
import { importTexts } from '#i18n/imports'
import styles from './imports.module.css'

/** The number of rows by action. */
export function ImportCountsTable({ entry }: { entry: ImportEntry }) {
  const texts = useTexts(importTexts)
  const { added, changed, unchanged, withdrawn, refused, warned, skipped, absenceKnown } = entry
  const figures: readonly [string, number | string][] = [
    [texts.new, added],
    [texts.changed, changed],
    [texts.unchanged, unchanged],
    [texts.refused, refused],
    [texts.skipped, skipped.reduce((all, { count }) => all + count, 0)],
    [texts.withdrawn, absenceKnown ? withdrawn : texts.absenceUnknown],
    [texts.warned, warned],
  ]
  const isNeed = (name: string) =>
    (name === texts.refused && refused > 0) || (name === texts.warned && warned > 0)
  return (
    <dl className={styles['counts']}>
      {figures.map(([name, figure]) => (
        <div key={name} data-tone={isNeed(name) ? 'need' : undefined}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
