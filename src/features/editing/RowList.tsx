import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Column, LiveTable, OfficePage, SearchLine } from '#app/features/office/face.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import type { EditedRow } from '#contract/editing'
import { editingWords } from '#words/editing'
import { officeWords } from '#words/office'
import type { Catalogue, FieldOf } from './view.tsx'
import styles from './editing.module.css'

/** The rows of a catalogue; each leads to its form. */
export function RowList<V extends Readonly<Record<string, string>>>({
  catalogue,
}: {
  catalogue: Catalogue<V>
}) {
  const words = useWords(editingWords)
  const office = useWords(officeWords)
  const shown = useShown()
  const [find, setFind] = useState('')
  const { noun, called } = catalogue
  const [first, ...others] = catalogue.fields.filter((field) => field.listed)
  const nameOf = ({ id, values }: EditedRow): string => {
    const word = called?.(id)
    return word === undefined ? (first && values[first.name]) || id : words[word]
  }
  const columns: readonly Column<EditedRow>[] = [
    {
      key: 'name',
      title: first === undefined ? words[noun] : words[first.label],
      cell: (row) => (
        <Link to="/manage/$" params={{ _splat: `content/${noun}/${row.id}` }}>
          {nameOf(row)}
        </Link>
      ),
    },
    ...others.map((field) => ({
      key: field.name,
      title: words[field.label],
      cell: ({ values }: EditedRow) => shown(field, values[field.name] ?? ''),
    })),
    ...(catalogue.withdraw === undefined
      ? []
      : [
          {
            key: 'standing',
            title: words.standing,
            cell: ({ withdrawn }: EditedRow) => (
              <Pill tone={withdrawn ? 'mute' : 'done'}>
                {withdrawn ? words.gone : words.offered}
              </Pill>
            ),
          },
        ]),
  ]
  return (
    <OfficePage
      title={words[noun]}
      actions={
        <div className={styles['buttons']}>
          <ButtonLink tone="second" to="/manage/$" params={{ _splat: 'content' }}>
            {words.section}
          </ButtonLink>
          {catalogue.fixed !== true && (
            <ButtonLink to="/manage/$" params={{ _splat: `content/${noun}/new` }}>
              {words.add}
            </ButtonLink>
          )}
        </div>
      }
    >
      {catalogue.fixed !== true && <SearchLine label={words.find} onSearch={setFind} />}
      <LiveTable
        title={words[noun]}
        name={noun}
        entry={catalogue.list}
        input={{ find, id: '' }}
        rowsOf={({ rows }) => rows}
        totalOf={({ total }) => office.total(Number(total))}
        columns={columns}
        rowKey={({ id }) => id}
      />
    </OfficePage>
  )
}

// Codes in words.
function useShown() {
  const words = useWords(editingWords)
  const language = useLanguage()
  return (field: FieldOf<string>, value: string): string => {
    if (field.type === 'yes') return value === '1' ? words.yes : words.no
    if (field.type !== 'choice' && field.type !== 'select') return value
    return field.options.find(([known]) => known === value)?.[1][language] ?? value
  }
}
