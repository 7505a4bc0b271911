import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Column, LiveTable, OfficePage, SearchLine } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { useNamed } from '#app/ui/named.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Segments } from '#app/ui/Segments.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { inbox, type InboxEntry, NO_CATEGORY } from '#contract/inbox'
import { formWords } from '#words/form'
import { inboxWords } from '#words/inbox'
import { useRoleName } from './roles.ts'
import { STATE_TONES } from './state.ts'

/** What students and staff have written, the oldest open one first. */
export function ListScreen() {
  const words = useWords(inboxWords)
  const form = useWords(formWords)
  const named = useNamed()
  const [filter, setFilter] = useState({
    state: 'open',
    mine: false,
    category: '',
    find: '',
  })
  const roleName = useRoleName()
  const counts = useLiveRead({ name: 'inbox-categories', entry: inbox.categories, input: {} })
  // A campus without categories is not asked about them.
  const categories = (counts.data?.categories ?? []).filter(
    (one) => one.id !== '' || one.total !== '0',
  )
  const hasCategories = categories.some(({ id }) => id !== '')
  const columns: readonly Column<InboxEntry>[] = [
    {
      key: 'what',
      title: words.what,
      cell: ({ id, kind, content }) => (
        <Link to="/manage/$" params={{ _splat: `inbox/${id}` }}>
          {kind === 'service' ? words.service : shortened(content)}
        </Link>
      ),
    },
    ...(hasCategories
      ? [
          {
            key: 'category',
            title: words.category,
            cell: ({ category }: InboxEntry) => named(category),
          },
        ]
      : []),
    { key: 'who', title: words.who, cell: ({ name, number }) => `${name} ${number}`, short: true },
    { key: 'at', title: words.writtenAt, cell: ({ writtenAt }) => writtenAt, short: true },
    {
      key: 'staff',
      title: words.whose,
      cell: ({ staffName, role }) => staffName || roleName(role) || words.nobody,
    },
    {
      key: 'state',
      title: words.state,
      cell: ({ state }) => <Pill tone={STATE_TONES[state]}>{words[state]}</Pill>,
    },
  ]
  return (
    <OfficePage title={words.title}>
      <SearchLine label={words.find} onSearch={(find) => setFilter({ ...filter, find })}>
        <Segments
          label={words.state}
          value={filter.state}
          options={[
            { value: 'open', label: words.open },
            { value: 'answered', label: words.answered },
            { value: 'closed', label: words.closed },
            { value: '', label: words.all },
          ]}
          onChoose={(state) => setFilter({ ...filter, state })}
        />
        <Segments
          label={words.whose}
          value={filter.mine ? 'mine' : 'all'}
          options={[
            { value: 'all', label: words.everybody },
            { value: 'mine', label: words.mine },
          ]}
          onChoose={(whose) => setFilter({ ...filter, mine: whose === 'mine' })}
        />
        {hasCategories && (
          <SelectField
            label={words.category}
            value={filter.category}
            closeLabel={form.close}
            options={[
              { value: '', label: words.allCategories },
              ...categories.map(({ id, name, open, total }) => ({
                value: id || NO_CATEGORY,
                label: words.counted(named(name) || words.noCategory, open, total),
              })),
            ]}
            onChange={(category) => setFilter({ ...filter, category })}
          />
        )}
      </SearchLine>
      <LiveTable
        title={words.title}
        name="inbox"
        entry={inbox.list}
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
