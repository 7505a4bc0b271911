import { useState } from 'react'
import {
  PagedTable,
  formatChinaTime,
  OfficePage,
  SearchLine,
  type TableColumn,
} from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { type OfficeErrorReport, errorReporting } from '#contract/error-reporting'
import { errorReportingOfficeTexts } from '#i18n/error-reporting-office'

/**
 * The error reports of phones, newest first, or the reports with one code, which a student tells
 * the office.
 */
export function ErrorReportsScreen() {
  const texts = useTexts(errorReportingOfficeTexts)
  const [code, setCode] = useState('')
  const columns: readonly TableColumn<OfficeErrorReport>[] = [
    { title: texts.code, cell: ({ code: told }) => told },
    { title: texts.at, cell: ({ at }) => formatChinaTime(at) },
    {
      title: texts.kind,
      cell: ({ kind, name }) => `${kind === 'screen' ? texts.screen : texts.behind} · ${name}`,
    },
    { title: texts.step, cell: ({ step }) => step },
    { title: texts.engine, cell: ({ engine }) => engine },
    { title: texts.version, cell: ({ version }) => version },
  ]
  return (
    <OfficePage title={texts.title}>
      <p>{texts.about}</p>
      <SearchLine label={texts.code} inputMode="numeric" onSearch={setCode} />
      <PagedTable
        title={texts.title}
        name="troubles"
        entry={errorReporting.list}
        input={{ code }}
        rowsOf={({ troubles: told }) => told}
        columns={columns}
        rowKey={({ id }) => id}
      />
    </OfficePage>
  )
}
