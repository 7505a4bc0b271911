import { useState } from 'react'
import { Filters, LiveList, OfficePage, Table } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { devices } from '#contract/devices'
import { devicesWords } from '#words/devices'
import { officeWords } from '#words/office'
import { Revoke } from './Revoke.tsx'

/** The devices on which supervisors are signed in, and the way to revoke one. */
export function DevicesScreen() {
  const words = useWords(devicesWords)
  const common = useWords(officeWords)
  const [typed, setTyped] = useState('')
  const [find, setFind] = useState('')
  const [turn, again] = useState(0)
  return (
    <OfficePage title={words.title}>
      <p>{words.about}</p>
      <Filters onSearch={() => setFind(typed.trim())}>
        <TextField
          label={words.find}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" tone="second">
          {common.search}
        </Button>
      </Filters>
      <LiveList
        key={turn}
        name="devices"
        entry={devices.list}
        input={{ find }}
        rowsOf={(answer) => answer.devices}
      >
        {(rows) => (
          <Table
            caption={words.title}
            rows={rows}
            rowKey={({ id }) => id}
            empty={<p>{words.none}</p>}
            columns={[
              { key: 'who', title: words.who, cell: ({ code, name }) => `${name} ${code}` },
              {
                key: 'buildings',
                title: words.buildings,
                cell: ({ buildings }) => buildings.join('、'),
              },
              { key: 'since', title: words.since, cell: ({ since }) => shown(since) },
              { key: 'heardAt', title: words.heardAt, cell: ({ heardAt }) => shown(heardAt) },
              {
                key: 'revoke',
                title: words.revoke,
                cell: (device) => <Revoke device={device} onRevoked={() => again(turn + 1)} />,
              },
            ]}
          />
        )}
      </LiveList>
    </OfficePage>
  )
}

const shown = (at: string) => new Date(at).toLocaleString()
