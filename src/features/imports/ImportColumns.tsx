import { Table } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import type { ImportKind } from '#contract/imports'
import { importTexts } from '#i18n/imports'
import styles from './imports.module.css'

/** The columns of an import kind's file and their content. */
export function ImportColumns({ kind }: { kind: ImportKind }) {
  const texts = useTexts(importTexts)
  return (
    <details className={styles['columns']}>
      <summary>{texts.columns}</summary>
      <Table
        caption={kind.title}
        columns={[
          { title: texts.column, cell: ({ title }) => title },
          { title: texts.neededColumn, cell: ({ needed }) => (needed ? '✓' : '') },
          { title: texts.example, cell: ({ example }) => example },
          { title: texts.remark, cell: ({ about }) => about },
        ]}
        rows={kind.columns}
        rowKey={({ title }) => title}
        empty={null}
      />
    </details>
  )
}
