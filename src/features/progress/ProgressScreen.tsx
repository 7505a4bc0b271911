import { useState } from 'react'
import { StudentFilters } from '#app/features/arrivals/face.ts'
import { ExportButtons, LiveList, OfficePage, Table } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { Problem } from '#app/ui/Problem.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { StudentFilter } from '#contract/arrivals'
import { exports } from '#contract/exports'
import { type Progress, progress } from '#contract/progress'
import { commonWords } from '#words/common'
import { officeWords } from '#words/office'
import { progressWords } from '#words/progress'
import { Phones } from './Phones.tsx'
import { Reminder } from './Reminder.tsx'

/** How far everybody is, step by step; who is not there yet can be listed and reminded. */
export function ProgressScreen() {
  const words = useWords(progressWords)
  const common = useWords(commonWords)
  const office = useWords(officeWords)
  const [filter, setFilter] = useState<StudentFilter>({
    cohort: 'new',
    department: '',
    building: '',
  })
  const [chosen, choose] = useState<number>()
  const read = useLiveRead({ name: 'progress-steps', entry: progress.steps, input: filter })
  const steps = read.data?.steps
  const step = steps?.find((one) => one.step === chosen)
  return (
    <OfficePage title={words.title}>
      <StudentFilters filter={filter} onChange={setFilter} />
      {steps !== undefined ? (
        <Steps steps={steps} onChoose={choose} />
      ) : read.state === 'failed' ? (
        <Problem
          title={words.title}
          text={read.problem ?? ''}
          why={read.why}
          retryLabel={office.retry}
          onRetry={read.retry}
        />
      ) : (
        <Skeleton rows={6} label={common.loading} />
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
      <Phones />
    </OfficePage>
  )
}

function Steps({
  steps,
  onChoose,
}: {
  steps: readonly Progress[]
  onChoose: (step: number) => void
}) {
  const words = useWords(progressWords)
  return (
    <Table
      caption={words.steps}
      columns={[
        { key: 'title', title: words.step, cell: ({ step, title }) => `${step} ${title}` },
        { key: 'done', title: words.done, cell: ({ done }) => done, figures: true },
        {
          key: 'open',
          title: words.open,
          cell: ({ done, expected }) => expected - done,
          figures: true,
        },
        { key: 'expected', title: words.expected, cell: ({ expected }) => expected, figures: true },
        {
          key: 'share',
          title: words.share,
          cell: ({ done, expected }) => `${Math.floor((done / expected) * 100)}%`,
          figures: true,
        },
        {
          key: 'who',
          title: words.choose,
          cell: ({ step, title }) => (
            <TextButton label={words.chooseNamed(title)} onClick={() => onChoose(step)}>
              {words.choose}
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
  step: Progress
  filter: StudentFilter
  byText: boolean
  onReminded: () => void
}) {
  const words = useWords(progressWords)
  const wanted = { ...filter, step: step.step }
  const open = step.expected - step.done
  return (
    <>
      <h2>{words.unfinished(step.title)}</h2>
      <ExportButtons
        named
        what={words.unfinished(step.title)}
        entry={exports.unfinished}
        inputFor={(format) => ({ ...wanted, format })}
      />
      {open > 0 && <Reminder step={step} wanted={wanted} byText={byText} onReminded={onReminded} />}
      <LiveList
        name="progress-list"
        entry={progress.list}
        input={wanted}
        rowsOf={({ students }) => students}
      >
        {(rows) => (
          <Table
            caption={words.unfinished(step.title)}
            columns={[
              { key: 'name', title: words.name, cell: ({ name }) => name },
              { key: 'number', title: words.number, cell: ({ number }) => number },
              { key: 'department', title: words.department, cell: ({ department }) => department },
              { key: 'class', title: words.className, cell: ({ className }) => className },
            ]}
            rows={rows}
            rowKey={({ student }) => student}
            empty={<p>{words.everybodyDone}</p>}
          />
        )}
      </LiveList>
    </>
  )
}
