import { useState } from 'react'
import { StudentFilters } from '#app/features/arrivals/public.ts'
import {
  CheckboxGroup,
  ExportButtons,
  formatChinaTime,
  OfficePage,
  PagedList,
  SearchLine,
  Table,
  OfficeLink,
} from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import {
  type AdmissionFilter,
  type AdmissionState,
  admissionCheck,
} from '#contract/admission-check'
import { admissionCheckTexts } from '#i18n/admission-check'
import { AdmissionStation } from './AdmissionStation.tsx'
import { CheckAllForm } from './CheckAllForm.tsx'
import { MissingItems } from './MissingItems.tsx'

const CONDITIONS = ['withPapers', 'withFees', 'withSteps'] as const

/** The admission check: a list to check many students at once; the address `station` is a desk. */
export const AdmissionCheckScreen = ({ rest }: { rest: string }) =>
  rest === 'station' ? <AdmissionStation /> : <AdmissionList />

function AdmissionList() {
  const texts = useTexts(admissionCheckTexts)
  const [filter, setFilter] = useState<AdmissionFilter>({
    cohort: 'new',
    department: '',
    building: '',
    withPapers: false,
    withFees: false,
    withSteps: false,
    className: '',
  })
  const [state, setState] = useState<AdmissionState>('waiting')
  const [round, setRound] = useState(0)
  return (
    <OfficePage
      title={texts.title}
      actions={<OfficeLink to="admission/station">{texts.station}</OfficeLink>}
    >
      <MutedText>{texts.about}</MutedText>
      <StudentFilters filter={filter} onChange={(next) => setFilter({ ...filter, ...next })} />
      <SearchLine
        label={texts.classHint}
        maxLength={60}
        onSearch={(className) => setFilter({ ...filter, className })}
      />
      <SegmentedControl
        label={texts.state}
        value={state}
        options={[
          { value: 'waiting', label: texts.waiting },
          { value: 'checked', label: texts.checked },
        ]}
        onChoose={setState}
      />
      <CheckboxGroup
        label={texts.conditions}
        options={CONDITIONS.map((name) => ({ value: name, label: texts[name] }))}
        chosen={CONDITIONS.filter((name) => filter[name])}
        onChange={(chosen) =>
          setFilter({
            ...filter,
            withPapers: chosen.includes('withPapers'),
            withFees: chosen.includes('withFees'),
            withSteps: chosen.includes('withSteps'),
          })
        }
      />
      <ExportButtons
        what={texts.title}
        named
        entry={admissionCheck.export}
        inputFor={(format) => ({ ...filter, state, format })}
      />
      <PagedList
        name="admission-list"
        entry={admissionCheck.list}
        input={{ ...filter, state }}
        rowsOf={({ students }) => students}
        follows={round}
      >
        {(rows, { total }) => (
          <>
            {state === 'waiting' && total > 0 && (
              <CheckAllForm
                key={JSON.stringify(filter)}
                filter={filter}
                total={total}
                onDone={() => setRound(round + 1)}
              />
            )}
            <Table
              caption={texts.total(total)}
              columns={[
                {
                  title: texts.name,
                  cell: ({ student, name }) => (
                    <OfficeLink to={`students/${student}`}>{name}</OfficeLink>
                  ),
                },
                { title: texts.number, cell: ({ number }) => number },
                { title: texts.department, cell: (one) => one.department },
                { title: texts.className, cell: ({ className }) => className },
                { title: texts.missing, cell: (student) => <MissingItems of={student} /> },
                ...(state === 'checked'
                  ? [
                      {
                        title: texts.checkedAt,
                        short: true,
                        cell: ({ checkedAt }: { checkedAt: string }) => formatChinaTime(checkedAt),
                      },
                    ]
                  : []),
              ]}
              rows={rows}
              rowKey={({ student }) => student}
            />
          </>
        )}
      </PagedList>
    </OfficePage>
  )
}
