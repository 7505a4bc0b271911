import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Column, Filters, LiveList, OfficePage, Table } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Segments } from '#app/ui/Segments.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { NOT_PASSED, PASSED, type TransferEntry, transferdesk } from '#contract/transferdesk'
import { officeWords } from '#words/office'
import { transferdeskWords } from '#words/transferdesk'
import { TransferPill } from './TransferPill.tsx'

/** Who wants to change their major, the oldest application first. */
export function ListScreen() {
  const words = useWords(transferdeskWords)
  const common = useWords(officeWords)
  const [typed, setTyped] = useState('')
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
      <Filters onSearch={() => setFilter({ ...filter, find: typed.trim() })}>
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
        <TextField
          label={words.find}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" tone="second">
          {common.search}
        </Button>
      </Filters>
      <LiveList
        name="transferdesk"
        entry={transferdesk.list}
        input={filter}
        rowsOf={({ entries }) => entries}
      >
        {(rows) => (
          <Table caption={words.title} columns={columns} rows={rows} rowKey={({ id }) => id} />
        )}
      </LiveList>
    </OfficePage>
  )
}
