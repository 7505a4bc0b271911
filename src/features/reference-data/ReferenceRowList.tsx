import { useState } from 'react'
import {
  type TableColumn,
  PagedTable,
  OfficePage,
  SearchLine,
  OfficeLink,
  OfficeButtonLink,
} from '#app/features/office/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import type { EditableReferenceRow } from '#contract/reference-data'
import { officeTexts } from '#i18n/office'
import { referenceDataTexts } from '#i18n/reference-data'
import type { ReferenceCatalogue, ReferenceFieldOf } from './catalogue.tsx'
import { ReferencedName } from './ReferenceField.tsx'
import styles from './reference-data.module.css'

/** The rows of a catalogue, each with a link to its form. */
export function ReferenceRowList<V extends Readonly<Record<string, string>>>({
  catalogue,
}: {
  catalogue: ReferenceCatalogue<V>
}) {
  const texts = useTexts(referenceDataTexts)
  const office = useTexts(officeTexts)
  const shown = useShown()
  const [find, setFind] = useState('')
  const { resource, called } = catalogue
  const [first, ...others] = catalogue.fields.filter((field) => field.listed)
  const nameOf = ({ id, values }: EditableReferenceRow): string => {
    const word = called?.(id)
    return word === undefined ? (first && values[first.name]) || id : texts[word]
  }
  const columns: readonly TableColumn<EditableReferenceRow>[] = [
    {
      title: first === undefined ? texts[resource] : texts[first.label],
      cell: (row) => <OfficeLink to={`content/${resource}/${row.id}`}>{nameOf(row)}</OfficeLink>,
    },
    ...others.map((field) => ({
      key: field.name,
      title: texts[field.label],
      cell: ({ values }: EditableReferenceRow) => {
        const value = values[field.name] ?? ''
        return field.type === 'reference' && field.byId === true ? (
          <ReferencedName field={field} value={value} />
        ) : (
          shown(field, value)
        )
      },
    })),
    ...(catalogue.withdraw === undefined
      ? []
      : [
          {
            title: texts.standing,
            cell: ({ withdrawn }: EditableReferenceRow) => (
              <Pill tone={withdrawn ? 'mute' : 'done'}>
                {withdrawn ? texts.gone : texts.offered}
              </Pill>
            ),
          },
        ]),
  ]
  return (
    <OfficePage
      title={texts[resource]}
      actions={
        <div className={styles['buttons']}>
          <OfficeButtonLink tone="second" to="content">
            {texts.section}
          </OfficeButtonLink>
          {catalogue.fixed !== true && (
            <ButtonLink to="/manage/$" params={{ _splat: `content/${resource}/new` }}>
              {texts.add}
            </ButtonLink>
          )}
        </div>
      }
    >
      {catalogue.fixed !== true && <SearchLine label={texts.find} onSearch={setFind} />}
      <PagedTable
        title={texts[resource]}
        name={resource}
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

// Returns a function that shows coded values as text.
function useShown() {
  const texts = useTexts(referenceDataTexts)
  const language = useLanguage()
  return (field: ReferenceFieldOf<string>, value: string): string => {
    if (field.type === 'yes') return value === '1' ? texts.yes : texts.no
    if (field.type !== 'choice' && field.type !== 'select') return value
    return field.options.find(([known]) => known === value)?.[1][language] ?? value
  }
}
