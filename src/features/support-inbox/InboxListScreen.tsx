import { useState } from 'react'
import {
  type TableColumn,
  PagedTable,
  OfficePage,
  SearchLine,
  OfficeLink,
} from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { supportInbox, type InboxEntry, NO_CATEGORY_FILTER } from '#contract/support-inbox'
import { supportInboxTexts } from '#i18n/support-inbox'
import { INBOX_STATE_TONES } from './entry-state.ts'
import { useRoleName } from './useRoleName.ts'

/** Complaints and requests of students and staff; the oldest open entry comes first. */
export function InboxListScreen() {
  const texts = useTexts(supportInboxTexts)
  const named = useTranslateName()
  const [filter, setFilter] = useState({
    state: 'open',
    mine: false,
    category: '',
    find: '',
  })
  const roleName = useRoleName()
  const counts = useOnlineQuery({
    name: 'inbox-categories',
    entry: supportInbox.categories,
    input: {},
  })
  // On a campus without categories there is no category filter.
  const categories = (counts.data?.categories ?? []).filter(
    (one) => one.id !== '' || one.total !== '0',
  )
  const hasCategories = categories.some(({ id }) => id !== '')
  const columns: readonly TableColumn<InboxEntry>[] = [
    {
      title: texts.what,
      cell: ({ id, kind, content }) => (
        <OfficeLink to={`inbox/${id}`}>
          {kind === 'service' ? texts.service : shortened(content)}
        </OfficeLink>
      ),
    },
    ...(hasCategories
      ? [{ title: texts.category, cell: ({ category }: InboxEntry) => named(category) }]
      : []),
    { title: texts.who, cell: ({ name, number }) => `${name} ${number}`, short: true },
    { title: texts.writtenAt, cell: ({ writtenAt }) => writtenAt, short: true },
    {
      title: texts.whose,
      cell: ({ staffName, role }) => staffName || roleName(role) || texts.nobody,
    },
    {
      title: texts.state,
      cell: ({ state }) => <Pill tone={INBOX_STATE_TONES[state]}>{texts[state]}</Pill>,
    },
  ]
  return (
    <OfficePage title={texts.title}>
      <SearchLine label={texts.find} onSearch={(find) => setFilter({ ...filter, find })}>
        <SegmentedControl
          label={texts.state}
          value={filter.state}
          options={[
            { value: 'open', label: texts.open },
            { value: 'answered', label: texts.answered },
            { value: 'closed', label: texts.closed },
            { value: '', label: texts.all },
          ]}
          onChoose={(state) => setFilter({ ...filter, state })}
        />
        <SegmentedControl
          label={texts.whose}
          value={filter.mine ? 'mine' : 'all'}
          options={[
            { value: 'all', label: texts.everybody },
            { value: 'mine', label: texts.mine },
          ]}
          onChoose={(whose) => setFilter({ ...filter, mine: whose === 'mine' })}
        />
        {hasCategories && (
          <SelectField
            label={texts.category}
            value={filter.category}
            options={[
              { value: '', label: texts.allCategories },
              ...categories.map(({ id, name, open, total }) => ({
                value: id || NO_CATEGORY_FILTER,
                label: texts.counted(named(name) || texts.noCategory, open, total),
              })),
            ]}
            onChange={(category) => setFilter({ ...filter, category })}
          />
        )}
      </SearchLine>
      <PagedTable
        title={texts.title}
        name="inbox"
        entry={supportInbox.list}
        input={filter}
        rowsOf={({ entries }) => entries}
        columns={columns}
        rowKey={({ id }) => id}
      />
    </OfficePage>
  )
}

const LONGEST = 60
const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
