import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { type AuditLogEntry, office } from '#contract/office'
import { auditActionGroups, auditSubjectTexts, auditActionTexts } from '#i18n/audit-actions'
import { formatLogChange } from '#i18n/audit-changes'
import { auditLogTexts } from '#i18n/audit-log'
import { officeTexts } from '#i18n/office'
import { DateRangeFields } from './DateRangeFields.tsx'
import { formatChinaTime } from './format-china-time.ts'
import { OfficePage } from './OfficePage.tsx'
import { PagedTable } from './PagedTable.tsx'
import { SearchLine } from './SearchLine.tsx'
import type { TableColumn } from './Table.tsx'
import { useListFilter } from './useListFilter.ts'

const EMPTY = { by: '', from: '', to: '', kind: '' }

/** The audit log of the office, newest first. */
export function AuditLogScreen() {
  const texts = useTexts(auditLogTexts)
  const common = useTexts(officeTexts)
  const language = useLanguage()
  const { typed, type, wanted, search } = useListFilter(EMPTY)
  const columns: readonly TableColumn<AuditLogEntry>[] = [
    { title: texts.at, cell: ({ at }) => formatChinaTime(at) },
    { title: texts.who, cell: ({ by, name }) => `${name} ${by.replace(/^student:/, '')}` },
    { title: texts.action, cell: ({ action }) => auditActionTexts[language](action) },
    { title: texts.on, cell: ({ about, named }) => auditSubjectTexts[language](about, named) },
    {
      title: texts.changes,
      cell: ({ action, changes = [] }) =>
        changes.map((change) => (
          <div key={change.field}>{formatLogChange(action, change, language)}</div>
        )),
    },
    { title: common.reason, cell: ({ reason }) => reason },
  ]
  return (
    <OfficePage title={texts.title}>
      <MutedText>{texts.about}</MutedText>
      <SearchLine label={texts.find} onSearch={search}>
        <TextField label={texts.by} value={typed.by} onType={(by) => type({ by })} />
        <SelectField
          label={texts.kind}
          value={typed.kind}
          options={[
            { value: '', label: texts.anyKind },
            ...auditActionGroups.map(({ kind, name }) => ({ value: kind, label: name[language] })),
          ]}
          onChange={(kind) => type({ kind })}
        />
        <DateRangeFields labels={texts} value={typed} onChange={type} />
      </SearchLine>
      <PagedTable
        title={texts.title}
        name="office-log"
        entry={office.log}
        input={{ ...wanted, by: wanted.by.trim() }}
        exported={office.exportLog}
        rowsOf={({ entries }) => entries}
        columns={columns}
        rowKey={({ id }) => id}
      />
    </OfficePage>
  )
}
