import { useState } from 'react'
import { StudentFilters } from '#app/features/arrivals/public.ts'
import { ExportButtons, OfficePage, Table, useOfficeUser } from '#app/features/office/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { TextField } from '#app/ui/TextField.tsx'
import type { ArrivalFilter } from '#contract/arrivals'
import { callerRolesFor } from '#contract/permissions'
import { exportTexts } from '#i18n/exports'
import { type ExportTable, exportTables } from './export-tables.ts'

const EVERYTHING: ArrivalFilter = { cohort: 'new', department: '', building: '' }

/** All tables that the user is allowed to export, with filters that apply to every table. */
export function ExportsScreen() {
  const texts = useTexts(exportTexts)
  const language = useLanguage()
  const roles = useOfficeUser().data?.me.roles ?? []
  const [filter, setFilter] = useState(EVERYTHING)
  const [year, setYear] = useState('')
  const mine = exportTables.filter(({ entry }) =>
    roles.some((role) => callerRolesFor(entry.who).includes(role)),
  )
  return (
    <OfficePage title={texts.title}>
      <p>{texts.about}</p>
      <StudentFilters filter={filter} onChange={setFilter} />
      {mine.some(({ isMoney }) => isMoney) && (
        <TextField
          label={texts.moneyYear}
          value={year}
          inputMode="numeric"
          maxLength={4}
          onChange={({ target }) => setYear(target.value.trim())}
        />
      )}
      <Table<ExportTable>
        caption={texts.title}
        titled
        columns={[
          { title: texts.table, cell: ({ name }) => name[language] },
          {
            title: texts.take,
            cell: ({ name, ...offer }) => {
              const what = name[language]
              return offer.isMoney ? (
                <ExportButtons
                  what={what}
                  entry={offer.entry}
                  inputFor={(format) => ({ ...filter, year: year || undefined, format })}
                />
              ) : (
                <ExportButtons
                  what={what}
                  entry={offer.entry}
                  inputFor={(format) => ({ ...filter, format })}
                />
              )
            },
          },
        ]}
        rows={mine}
        rowKey={({ entry }) => entry.path}
      />
    </OfficePage>
  )
}
