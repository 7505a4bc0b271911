import { Filters } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { Segments } from '#app/ui/Segments.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { arrivals, type StudentFilter } from '#contract/arrivals'
import { arrivalWords } from '#words/arrivals'

/** What narrows a list of students: which of them, department, building. */
export function StudentFilters({
  filter,
  onChange,
}: {
  filter: StudentFilter
  onChange: (filter: StudentFilter) => void
}) {
  const words = useWords(arrivalWords)
  const { data } = useLiveRead({ name: 'arrival-choices', entry: arrivals.choices, input: {} })
  const among = (names: readonly string[] = []) => [
    { value: '', label: words.everywhere },
    ...names.map((name) => ({ value: name, label: name })),
  ]
  return (
    <Filters>
      <Segments
        label={words.cohort}
        value={filter.cohort}
        options={[
          { value: 'new', label: words.newStudents },
          { value: 'all', label: words.allStudents },
        ]}
        onChoose={(cohort) => onChange({ ...filter, cohort })}
      />
      <SelectField
        label={words.department}
        value={filter.department}
        options={among(data?.departments)}
        onChange={(department) => onChange({ ...filter, department })}
      />
      <SelectField
        label={words.building}
        value={filter.building}
        options={among(data?.buildings)}
        onChange={(building) => onChange({ ...filter, building })}
      />
    </Filters>
  )
}
