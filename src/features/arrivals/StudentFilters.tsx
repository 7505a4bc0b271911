import { FilterBar } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { arrivals, type ArrivalFilter, NO_BED_FILTER } from '#contract/arrivals'
import { arrivalTexts } from '#i18n/arrivals'
import { officeTexts } from '#i18n/office'

/** The filters of a list of students: group, department, building. */
export function StudentFilters({
  filter,
  onChange,
}: {
  filter: ArrivalFilter
  onChange: (filter: ArrivalFilter) => void
}) {
  const texts = useTexts(arrivalTexts)
  const office = useTexts(officeTexts)
  const { data } = useOnlineQuery({ name: 'arrival-choices', entry: arrivals.choices, input: {} })
  const among = (names: readonly string[] = []) => [
    { value: '', label: texts.everywhere },
    ...names.map((name) => ({ value: name, label: name })),
  ]
  return (
    <FilterBar label={office.filters}>
      <SegmentedControl
        label={texts.cohort}
        value={filter.cohort}
        options={[
          { value: 'new', label: texts.newStudents },
          { value: 'all', label: texts.allStudents },
        ]}
        onChoose={(cohort) => onChange({ ...filter, cohort })}
      />
      <SelectField
        label={texts.department}
        value={filter.department}
        options={among(data?.departments)}
        onChange={(department) => onChange({ ...filter, department })}
      />
      <SelectField
        label={texts.building}
        value={filter.building}
        options={[...among(data?.buildings), { value: NO_BED_FILTER, label: texts.noBed }]}
        onChange={(building) => onChange({ ...filter, building })}
      />
    </FilterBar>
  )
}
