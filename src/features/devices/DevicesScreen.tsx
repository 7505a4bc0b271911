import { useState } from 'react'
import { PagedTable, formatChinaTime, OfficePage, SearchLine } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { devices } from '#contract/devices'
import { devicesTexts } from '#i18n/devices'
import { RevokeDevice } from './RevokeDevice.tsx'

/** The devices on which supervisors are signed in, with a button to revoke each. */
export function DevicesScreen() {
  const texts = useTexts(devicesTexts)
  const [find, setFind] = useState('')
  const [revision, setRevision] = useState(0)
  return (
    <OfficePage title={texts.title}>
      <p>{texts.about}</p>
      <SearchLine label={texts.find} onSearch={setFind} />
      <PagedTable
        key={revision}
        name="devices"
        entry={devices.list}
        input={{ find }}
        rowsOf={(answer) => answer.devices}
        title={texts.title}
        rowKey={({ id }) => id}
        empty={<p>{texts.none}</p>}
        columns={[
          { title: texts.who, cell: ({ code, name }) => `${name} ${code}` },
          { title: texts.buildings, cell: ({ buildings }) => buildings.join('、') },
          { title: texts.since, cell: ({ since }) => formatChinaTime(since) },
          { title: texts.heardAt, cell: ({ heardAt }) => formatChinaTime(heardAt) },
          {
            title: '',
            cell: (device) => (
              <RevokeDevice device={device} onRevoked={() => setRevision(revision + 1)} />
            ),
          },
        ]}
      />
    </OfficePage>
  )
}
