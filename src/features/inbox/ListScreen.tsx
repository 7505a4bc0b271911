import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Column, LiveTable, OfficePage, SearchLine } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Segments } from '#app/ui/Segments.tsx'
import { inbox, type InboxEntry } from '#contract/inbox'
import { inboxWords } from '#words/inbox'

/** What students and staff have written, the oldest open one first. */
export function ListScreen() {
  const words = useWords(inboxWords)
  const [filter, setFilter] = useState({ state: 'open', mine: false, find: '' })
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
    { key: 'who', title: words.who, cell: ({ name, number }) => `${name} ${number}` },
    { key: 'at', title: words.writtenAt, cell: ({ writtenAt }) => writtenAt },
    { key: 'staff', title: words.whose, cell: ({ staffName }) => staffName || words.nobody },
    {
      key: 'state',
      title: words.state,
      cell: ({ answered }) => (
        <Pill tone={answered ? 'done' : 'wait'}>{answered ? words.answered : words.open}</Pill>
      ),
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
