import { useState } from 'react'
import { StudentFilters } from '#app/features/arrivals/public.ts'
import { AbsenceText } from '#app/features/late-arrivals/public.ts'
import { ExportButtons, PagedList, OfficePage, Table } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { ArrivalFilter } from '#contract/arrivals'
import { exports } from '#contract/exports'
import { type StepProgress, onboardingProgress } from '#contract/onboarding-progress'
import { lateArrivalTexts } from '#i18n/late-arrivals'
import { onboardingProgressTexts } from '#i18n/onboarding-progress'
import { ReminderForm } from './ReminderForm.tsx'
import { UnsentPhones } from './UnsentPhones.tsx'

/**
 * The progress of all students by step. The students who have not completed a step can be listed
 * and reminded.
 */
export function OnboardingProgressScreen() {
  const texts = useTexts(onboardingProgressTexts)
  const [filter, setFilter] = useState<ArrivalFilter>({
    cohort: 'new',
    department: '',
    building: '',
  })
  const [chosen, choose] = useState<number>()
  const read = useOnlineQuery({
    name: 'progress-steps',
    entry: onboardingProgress.steps,
    input: filter,
  })
  const steps = read.data?.steps
  const step = steps?.find((one) => one.step === chosen)
  return (
    <OfficePage title={texts.title}>
      <StudentFilters filter={filter} onChange={setFilter} />
      {steps !== undefined ? (
        <Steps steps={steps} onChoose={choose} />
      ) : (
        <QueryFallback kept={read} failed={texts.title} rows={6} />
      )}
      {step !== undefined && (
        <Unfinished
          key={step.step}
          step={step}
          filter={filter}
          byText={read.data?.byText === true}
          onReminded={read.retry}
        />
      )}
      <UnsentPhones />
    </OfficePage>
  )
}

function Steps({
  steps,
  onChoose,
}: {
  steps: readonly StepProgress[]
  onChoose: (step: number) => void
}) {
  const texts = useTexts(onboardingProgressTexts)
  return (
    <Table
      caption={texts.steps}
      columns={[
        { title: texts.step, cell: ({ position, title }) => `${position} ${title}` },
        { title: texts.done, cell: ({ done }) => done, isNumeric: true },
        { title: texts.open, cell: ({ done, expected }) => expected - done, isNumeric: true },
        { title: texts.expected, cell: ({ expected }) => expected, isNumeric: true },
        {
          title: texts.share,
          cell: ({ done, expected }) => `${Math.floor((done / expected) * 100)}%`,
          isNumeric: true,
        },
        {
          title: texts.choose,
          cell: ({ step, title }) => (
            <TextButton label={texts.chooseNamed(title)} onClick={() => onChoose(step)}>
              {texts.choose}
            </TextButton>
          ),
        },
      ]}
      rows={steps}
      rowKey={({ step }) => String(step)}
      empty={null}
    />
  )
}

function Unfinished({
  step,
  filter,
  byText,
  onReminded,
}: {
  step: StepProgress
  filter: ArrivalFilter
  byText: boolean
  onReminded: () => void
}) {
  const texts = useTexts(onboardingProgressTexts)
  const late = useTexts(lateArrivalTexts)
  const wanted = { ...filter, step: step.step }
  const open = step.expected - step.done
  return (
    <>
      <h2>{texts.unfinished(step.title)}</h2>
      <ExportButtons
        named
        what={texts.unfinished(step.title)}
        entry={exports.unfinished}
        inputFor={(format) => ({ ...wanted, format })}
      />
      {open > 0 && (
        <ReminderForm
          entry={onboardingProgress.remind}
          step={step}
          wanted={wanted}
          byText={byText}
          onReminded={onReminded}
        />
      )}
      <PagedList
        name="progress-list"
        entry={onboardingProgress.list}
        input={wanted}
        rowsOf={({ students }) => students}
      >
        {(rows) => (
          <Table
            caption={texts.unfinished(step.title)}
            columns={[
              { title: texts.name, cell: ({ name }) => name },
              { title: texts.number, cell: ({ number }) => number },
              { title: texts.department, cell: ({ department }) => department },
              { title: texts.className, cell: ({ className }) => className },
              { title: late.absence, cell: ({ absence }) => <AbsenceText absence={absence} /> },
            ]}
            rows={rows}
            rowKey={({ student }) => student}
            empty={<p>{texts.everybodyDone}</p>}
          />
        )}
      </PagedList>
    </>
  )
}
