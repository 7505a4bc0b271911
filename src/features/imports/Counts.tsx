import { useWords } from '#app/lib/language.ts'
import type { ImportEntry } from '#contract/imports'
import { importWords } from '#words/imports'
import styles from './imports.module.css'

/** How many rows do what. */
export function Counts({ entry }: { entry: ImportEntry }) {
  const words = useWords(importWords)
  const { added, changed, unchanged, withdrawn, refused } = entry
  const figures: readonly [string, number][] = [
    [words.new, added],
    [words.changed, changed],
    [words.unchanged, unchanged],
    [words.withdrawn, withdrawn],
    [words.refused, refused],
  ]
  return (
    <dl className={styles['counts']}>
      {figures.map(([name, figure]) => (
        <div key={name} data-tone={name === words.refused && figure > 0 ? 'need' : undefined}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
