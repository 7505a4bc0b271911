import { Table } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import type { ImportKind } from '#contract/imports'
import { importWords } from '#words/imports'
import styles from './imports.module.css'

/** What the columns of a kind's file hold. */
export function ColumnsOf({ kind }: { kind: ImportKind }) {
  const words = useWords(importWords)
  return (
    <details className={styles['columns']}>
      <summary>{words.columns}</summary>
      <Table
        caption={kind.title}
        columns={[
          { key: 'title', title: words.column, cell: ({ title }) => title },
          {
            key: 'needed',
            title: words.neededColumn,
            cell: ({ needed }) => (needed ? '✓' : ''),
          },
          { key: 'example', title: words.example, cell: ({ example }) => example },
          { key: 'about', title: words.remark, cell: ({ about }) => about },
        ]}
        rows={kind.columns}
        rowKey={({ title }) => title}
        empty={null}
      />
    </details>
  )
}
