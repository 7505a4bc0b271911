import { useState } from 'react'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { Quiet } from '#app/ui/Quiet.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import type { Input } from '#contract/call'
import { type LogEntry, office } from '#contract/office'
import { officeWords } from '#words/office'
import { deedKinds, sayAbout, sayDeed } from '#words/office-actions'
import { sayChange } from '#words/office-changes'
import { logWords } from '#words/office-log'
import { ExportButtons } from './ExportButtons.tsx'
import { LiveTable } from './LiveTable.tsx'
import { moment } from './moment.ts'
import { OfficePage } from './OfficePage.tsx'
import { SearchLine } from './SearchLine.tsx'
import type { Column } from './Table.tsx'

type Wanted = Omit<Input<typeof office.log>, 'after'>
const EMPTY = { by: '', from: '', to: '', kind: '' }

/** Who did what in the office, newest first. */
export function LogScreen() {
  const words = useWords(logWords)
  const common = useWords(officeWords)
  const language = useLanguage()
  const [typed, setTyped] = useState(EMPTY)
  const [wanted, setWanted] = useState<Wanted>({ ...EMPTY, find: '' })
  const field = (name: 'by' | 'from' | 'to') => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: target.value }),
  })
  const columns: readonly Column<LogEntry>[] = [
    { key: 'at', title: words.at, cell: ({ at }) => moment(at) },
    {
      key: 'who',
      title: words.who,
      cell: ({ by, name }) => `${name} ${by.replace(/^student:/, '')}`,
    },
    { key: 'action', title: words.action, cell: ({ action }) => sayDeed[language](action) },
    { key: 'on', title: words.on, cell: ({ about, named }) => sayAbout[language](about, named) },
    {
      key: 'changes',
      title: words.changes,
      cell: ({ action, changes = [] }) =>
        changes.map((change) => (
          <div key={change.field}>{sayChange(action, change, language)}</div>
        )),
    },
    { key: 'reason', title: common.reason, cell: ({ reason }) => reason },
  ]
  return (
    <OfficePage title={words.title}>
      <Quiet>{words.about}</Quiet>
      <SearchLine
        label={words.find}
        onSearch={(find) => setWanted({ ...typed, find, by: typed.by.trim() })}
      >
        <TextField label={words.by} {...field('by')} />
        <SelectField
          label={words.kind}
          value={typed.kind}
          options={[
            { value: '', label: words.anyKind },
            ...deedKinds.map(({ kind, name }) => ({ value: kind, label: name[language] })),
          ]}
          onChange={(kind) => setTyped({ ...typed, kind })}
        />
        <TextField type="date" label={words.from} {...field('from')} />
        <TextField type="date" label={words.to} {...field('to')} />
      </SearchLine>
      <ExportButtons
        named
        what={words.title}
        entry={office.exportLog}
        inputFor={(format) => ({ ...wanted, format })}
      />
      <LiveTable
        title={words.title}
        name="office-log"
        entry={office.log}
        input={wanted}
        rowsOf={({ entries }) => entries}
        columns={columns}
        rowKey={({ id }) => id}
      />
    </OfficePage>
  )
}
