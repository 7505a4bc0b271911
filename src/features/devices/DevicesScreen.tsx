import { useState } from 'react'
import { LiveTable, moment, OfficePage, SearchLine } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { devices } from '#contract/devices'
import { devicesWords } from '#words/devices'
import { Revoke } from './Revoke.tsx'

/** The devices on which supervisors are signed in, and the way to revoke one. */
export function DevicesScreen() {
  const words = useWords(devicesWords)
  const [find, setFind] = useState('')
  const [turn, again] = useState(0)
  return (
    <OfficePage title={words.title}>
      <p>{words.about}</p>
      <SearchLine label={words.find} onSearch={setFind} />
      <LiveTable
        key={turn}
        name="devices"
        entry={devices.list}
        input={{ find }}
        rowsOf={(answer) => answer.devices}
        title={words.title}
        rowKey={({ id }) => id}
        empty={<p>{words.none}</p>}
        columns={[
          { key: 'who', title: words.who, cell: ({ code, name }) => `${name} ${code}` },
          {
            key: 'buildings',
            title: words.buildings,
            cell: ({ buildings }) => buildings.join('、'),
          },
          { key: 'since', title: words.since, cell: ({ since }) => moment(since) },
          { key: 'heardAt', title: words.heardAt, cell: ({ heardAt }) => moment(heardAt) },
          {
            key: 'revoke',
            title: '',
            cell: (device) => <Revoke device={device} onRevoked={() => again(turn + 1)} />,
          },
        ]}
      />
    </OfficePage>
  )
}
