import { useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { chinaNow } from '#app/lib/moments.ts'
import { Button } from '#app/ui/Button.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { type LogEntry, office } from '#contract/office'
import { officeWords } from '#words/office'
import { logWords } from '#words/office-log'
import { Filters } from './Filters.tsx'
import { LiveList } from './LiveList.tsx'
import { OfficePage } from './OfficePage.tsx'
import { type Column, Table } from './Table.tsx'

/** Who did what in the office, newest first. */
export function LogScreen() {
  const words = useWords(logWords)
  const common = useWords(officeWords)
  const [typed, setTyped] = useState('')
  const [find, setFind] = useState('')
  const columns: readonly Column<LogEntry>[] = [
    { key: 'at', title: words.at, cell: ({ at }) => chinaNow(Date.parse(at)) },
    { key: 'who', title: words.who, cell: ({ by, name }) => `${name} ${by}` },
    { key: 'action', title: words.action, cell: ({ action }) => action },
    { key: 'on', title: words.on, cell: ({ about }) => about },
    { key: 'reason', title: common.reason, cell: ({ reason }) => reason },
  ]
  return (
    <OfficePage title={words.title}>
      <Quiet>{words.about}</Quiet>
      <Filters onSearch={() => setFind(typed.trim())}>
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
        name="office-log"
        entry={office.log}
        input={{ find }}
        rowsOf={({ entries }) => entries}
      >
        {(rows) => (
          <Table
            caption={words.title}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            empty={<p>{common.none}</p>}
          />
        )}
      </LiveList>
    </OfficePage>
  )
}
