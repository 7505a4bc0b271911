import { useState } from 'react'
import { ExportButtons, FilterBar, PagedTable } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { SelectField } from '#app/ui/SelectField.tsx'
import { arrivalPlanning } from '#contract/arrival-planning'
import type { ArrivalFilter } from '#contract/arrivals'
import { TRAVEL_MODES } from '#contract/travel'
import { arrivalPlanningTexts } from '#i18n/arrival-planning'
import { useModeName } from './useModeName.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

/** The students of a day by time, for drivers and stations. */
export function AnnouncedList({ day, filter }: { day: string; filter: ArrivalFilter }) {
  const texts = useTexts(arrivalPlanningTexts)
  const modeName = useModeName()
  const named = useTranslateName()
  const [hour, setHour] = useState('')
  const [mode, setMode] = useState('')
  const input = { ...filter, day, hour, mode }
  return (
    <>
      <h2>{texts.list}</h2>
      <FilterBar label={texts.list}>
        <SelectField
          label={texts.hour}
          value={hour}
          options={[
            { value: '', label: texts.anyHour },
            ...HOURS.map((value) => ({ value, label: `${value}:00` })),
          ]}
          onChange={setHour}
        />
        <SelectField
          label={texts.mode}
          value={mode}
          options={[
            { value: '', label: texts.anyMode },
            ...TRAVEL_MODES.map((value) => ({ value, label: modeName(value) })),
          ]}
          onChange={setMode}
        />
      </FilterBar>
      <ExportButtons
        named
        what={texts.list}
        entry={arrivalPlanning.exportList}
        inputFor={(format) => ({ ...input, format })}
      />
      <MutedText>{texts.phonesInFile}</MutedText>
      <PagedTable
        title={texts.list}
        name="announced-list"
        entry={arrivalPlanning.list}
        input={input}
        rowsOf={({ students }) => students}
        columns={[
          { title: texts.name, cell: ({ name }) => name },
          { title: texts.time, cell: ({ time }) => time, short: true },
          { title: texts.mode, cell: (row) => modeName(row.mode) },
          { title: texts.city, cell: ({ city }) => city.split(',').map(named).join(' ') },
          { title: texts.companions, cell: (row) => row.companions },
          { title: texts.number, cell: ({ number }) => number },
          { title: texts.department, cell: (row) => named(row.department) },
          { title: texts.arrived, cell: ({ hasArrived }) => (hasArrived ? '✓' : '') },
        ]}
        rowKey={({ student }) => student}
        empty={<p>{texts.nobody}</p>}
      />
    </>
  )
}
