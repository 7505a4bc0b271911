import { useState } from 'react'
import { StudentFilters } from '#app/features/arrivals/public.ts'
import { FilterBar, OfficePage, PagedTable, OfficeLink } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { MOST_FIELD_CHARACTERS } from '#contract/student-field-values'
import { studentFields, type StudentListFilter } from '#contract/student-fields'
import { officeTexts } from '#i18n/office'
import { studentFieldTexts } from '#i18n/student-fields'

const EVERYBODY: StudentListFilter = {
  cohort: 'new',
  department: '',
  building: '',
  level: '',
  field: '',
  find: '',
}

/** The students of a filter by level and by the campus's own fields, to see and to export. */
export function StudentFilterScreen() {
  const texts = useTexts(studentFieldTexts)
  const [filter, setFilter] = useState(EVERYBODY)
  return (
    <OfficePage title={texts.title}>
      <MutedText>{texts.about}</MutedText>
      <StudentFilters filter={filter} onChange={(next) => setFilter({ ...filter, ...next })} />
      <FieldFilters filter={filter} onChange={setFilter} />
      <PagedTable
        name="student-filter"
        entry={studentFields.list}
        input={filter}
        exported={studentFields.export}
        rowsOf={({ students }) => students}
        title={texts.title}
        totalOf={({ total }) => texts.total(total)}
        rowKey={({ student }) => student}
        columns={[
          {
            title: texts.name,
            cell: ({ student, name, withdrawn }) => (
              <>
                <OfficeLink to={`students/${student}`}>{name}</OfficeLink>{' '}
                {withdrawn && <Pill tone="need">{texts.withdrawn}</Pill>}
              </>
            ),
          },
          { title: texts.number, cell: ({ number, examNumber }) => number || examNumber },
          { title: texts.department, cell: ({ department }) => department },
          { title: texts.className, cell: ({ className }) => className },
        ]}
      />
    </OfficePage>
  )
}

// The value of a text or a day is applied with the button, and a choice at once.
function FieldFilters({
  filter,
  onChange,
}: {
  filter: StudentListFilter
  onChange: (filter: StudentListFilter) => void
}) {
  const texts = useTexts(studentFieldTexts)
  const office = useTexts(officeTexts)
  const [typed, setTyped] = useState('')
  const { data } = useOnlineQuery({
    name: 'student-filter-choices',
    entry: studentFields.choices,
    input: {},
  })
  const { fields = [], levels = [] } = data ?? {}
  const field = fields.find(({ id }) => id === filter.field)
  const none = { value: '', label: texts.noField }
  return (
    <FilterBar label={texts.field} onSearch={() => onChange({ ...filter, find: typed.trim() })}>
      <SelectField
        label={texts.level}
        value={filter.level}
        options={[
          { value: '', label: texts.everyLevel },
          ...levels.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        onChange={(level) => onChange({ ...filter, level })}
      />
      {fields.length > 0 && (
        <SelectField
          label={texts.field}
          value={filter.field}
          options={[none, ...fields.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(chosen) => {
            setTyped('')
            onChange({ ...filter, field: chosen, find: '' })
          }}
        />
      )}
      {field?.type === 'choice' && (
        <SelectField
          label={texts.value}
          value={filter.find}
          options={[none, ...field.options.map((value) => ({ value, label: value }))]}
          onChange={(find) => onChange({ ...filter, find })}
        />
      )}
      {field !== undefined && field.type !== 'choice' && (
        <>
          <TextField
            label={texts.value}
            value={typed}
            maxLength={MOST_FIELD_CHARACTERS}
            onType={setTyped}
          />
          <Button type="submit" tone="second">
            {office.search}
          </Button>
        </>
      )}
    </FilterBar>
  )
}
