import { useWords } from '#app/lib/language.ts'
import type { ImportEntry } from '#contract/imports'
import { importWords } from '#words/imports'
import styles from './imports.module.css'

/** How many rows do what. */
export function Counts({ entry }: { entry: ImportEntry }) {
  const words = useWords(importWords)
  const { added, changed, unchanged, withdrawn, refused, warned, skipped, absenceKnown } = entry
  const figures: readonly [string, number | string][] = [
    [words.new, added],
    [words.changed, changed],
    [words.unchanged, unchanged],
    [words.refused, refused],
    [words.skipped, skipped.reduce((all, { count }) => all + count, 0)],
    [words.withdrawn, absenceKnown ? withdrawn : words.absenceUnknown],
    [words.warned, warned],
  ]
  const isNeed = (name: string) =>
    (name === words.refused && refused > 0) || (name === words.warned && warned > 0)
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
