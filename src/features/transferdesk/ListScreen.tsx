import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Column, LiveTable, OfficePage, SearchLine } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { Segments } from '#app/ui/Segments.tsx'
import { NOT_PASSED, PASSED, type TransferEntry, transferdesk } from '#contract/transferdesk'
import { transferdeskWords } from '#words/transferdesk'
import { TransferPill } from './TransferPill.tsx'

/** Who wants to change their major, the oldest application first. */
export function ListScreen() {
  const words = useWords(transferdeskWords)
  const [filter, setFilter] = useState({ status: '0', find: '' })
  const columns: readonly Column<TransferEntry>[] = [
    {
      key: 'who',
      title: words.student,
      cell: ({ id, name, number }) => (
        <Link to="/manage/$" params={{ _splat: `transferdesk/${id}` }}>
          {name} {number}
        </Link>
      ),
    },
    {
      key: 'now',
      title: words.now,
      cell: ({ oldDepartment, oldMajor }) => `${oldDepartment} ${oldMajor}`,
    },
    {
      key: 'wish',
      title: words.wish,
      cell: ({ newDepartment, newMajor }) => `${newDepartment} ${newMajor}`,
    },
    { key: 'at', title: words.appliedAt, cell: ({ appliedAt }) => appliedAt },
    { key: 'status', title: words.status, cell: ({ status }) => <TransferPill status={status} /> },
  ]
  return (
    <OfficePage title={words.title}>
      <SearchLine label={words.find} onSearch={(find) => setFilter({ ...filter, find })}>
        <Segments
          label={words.status}
          value={filter.status}
          options={[
            { value: '0', label: words.pending },
            { value: PASSED, label: words.passed },
            { value: NOT_PASSED, label: words.notPassed },
            { value: '', label: words.all },
          ]}
          onChoose={(status) => setFilter({ ...filter, status })}
        />
      </SearchLine>
      <LiveTable
        title={words.title}
        name="transferdesk"
        entry={transferdesk.list}
        input={filter}
        rowsOf={({ entries }) => entries}
        columns={columns}
        rowKey={({ id }) => id}
      />
    </OfficePage>
  )
}
