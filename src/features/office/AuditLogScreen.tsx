import { useState } from 'react'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import type { CallInput } from '#contract/call'
import { type AuditLogEntry, office } from '#contract/office'
import { auditActionGroups, auditSubjectTexts, auditActionTexts } from '#i18n/audit-actions'
import { formatLogChange } from '#i18n/audit-changes'
import { auditLogTexts } from '#i18n/audit-log'
import { officeTexts } from '#i18n/office'
import { DateRangeFields } from './DateRangeFields.tsx'
import { ExportButtons } from './ExportButtons.tsx'
import { formatChinaTime } from './format-china-time.ts'
import { OfficePage } from './OfficePage.tsx'
import { PagedTable } from './PagedTable.tsx'
import { SearchLine } from './SearchLine.tsx'
import type { TableColumn } from './Table.tsx'

type Wanted = Omit<CallInput<typeof office.log>, 'after'>
const EMPTY = { by: '', from: '', to: '', kind: '' }

/** The audit log of the office, newest first. */
export function AuditLogScreen() {
  const texts = useTexts(auditLogTexts)
  const common = useTexts(officeTexts)
  const language = useLanguage()
  const [typed, setTyped] = useState(EMPTY)
  const [wanted, setWanted] = useState<Wanted>({ ...EMPTY, find: '' })
  const columns: readonly TableColumn<AuditLogEntry>[] = [
    { key: 'at', title: texts.at, cell: ({ at }) => formatChinaTime(at) },
    {
      key: 'who',
      title: texts.who,
      cell: ({ by, name }) => `${name} ${by.replace(/^student:/, '')}`,
    },
    {
      key: 'action',
      title: texts.action,
      cell: ({ action }) => auditActionTexts[language](action),
    },
    {
      key: 'on',
      title: texts.on,
      cell: ({ about, named }) => auditSubjectTexts[language](about, named),
    },
    {
      key: 'changes',
      title: texts.changes,
      cell: ({ action, changes = [] }) =>
        changes.map((change) => (
          <div key={change.field}>{formatLogChange(action, change, language)}</div>
        )),
    },
    { key: 'reason', title: common.reason, cell: ({ reason }) => reason },
  ]
  return (
    <OfficePage title={texts.title}>
      <MutedText>{texts.about}</MutedText>
      <SearchLine
        label={texts.find}
        onSearch={(find) => setWanted({ ...typed, find, by: typed.by.trim() })}
      >
        <TextField
          label={texts.by}
          value={typed.by}
          onChange={({ target }) => setTyped({ ...typed, by: target.value })}
        />
        <SelectField
          label={texts.kind}
          value={typed.kind}
          options={[
            { value: '', label: texts.anyKind },
            ...auditActionGroups.map(({ kind, name }) => ({ value: kind, label: name[language] })),
          ]}
          onChange={(kind) => setTyped({ ...typed, kind })}
        />
        <DateRangeFields
          labels={texts}
          value={typed}
          onChange={(range) => setTyped({ ...typed, ...range })}
        />
      </SearchLine>
      <ExportButtons
        named
        what={texts.title}
        entry={office.exportLog}
        inputFor={(format) => ({ ...wanted, format })}
      />
      <PagedTable
        title={texts.title}
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
