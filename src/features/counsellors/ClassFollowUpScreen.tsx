import { useState } from 'react'
import { ExportButtons, OfficePage, SearchLine, Table } from '#app/features/office/public.ts'
import { ReminderForm } from '#app/features/onboarding-progress/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { CLASS_STUDENT_STATES, type ClassCount, counsellors } from '#contract/counsellors'
import { counsellorTexts } from '#i18n/counsellors'
import { ClassStudents } from './ClassStudents.tsx'

/** The new students of a counsellor's classes, or of all classes for the office. */
export function ClassFollowUpScreen() {
  const texts = useTexts(counsellorTexts)
  const [className, setClassName] = useState('')
  const [state, setState] = useState<(typeof CLASS_STUDENT_STATES)[number]>('missing')
  const [step, setStep] = useState(0)
  const [find, setFind] = useState('')
  const read = useOnlineQuery({
    name: 'class-overview',
    entry: counsellors.overview,
    input: { className },
  })
  const { data } = read
  if (data === undefined)
    return (
      <OfficePage title={texts.title}>
        <QueryFallback kept={read} failed={texts.title} rows={6} />
      </OfficePage>
    )
  if (data.classes.length === 0 && !data.isOffice)
    return (
      <OfficePage title={texts.title}>
        <p>{texts.noClasses}</p>
      </OfficePage>
    )
  const filter = { className, state, step }
  const chosen = data.steps.find((one) => one.step === step)
  const states = {
    missing: texts.missing,
    unexplained: texts.unexplained,
    requests: `${texts.requests} ${data.requests}`,
    arrived: texts.arrived,
    all: texts.all,
  }
  return (
    <OfficePage title={texts.title}>
      <p>{data.isOffice ? texts.aboutOffice : texts.aboutOwn}</p>
      {!data.isOffice && <Classes classes={data.classes} />}
      <SearchLine label={texts.find} maxLength={64} onSearch={setFind}>
        <SelectField
          label={texts.className}
          value={className}
          options={[
            { value: '', label: texts.allClasses },
            ...data.classes.flatMap(({ name }) =>
              name === '' ? [] : [{ value: name, label: name }],
            ),
          ]}
          onChange={setClassName}
        />
        <SelectField
          label={texts.group}
          value={state}
          options={CLASS_STUDENT_STATES.map((value) => ({ value, label: states[value] }))}
          onChange={(value) =>
            setState(CLASS_STUDENT_STATES.find((one) => one === value) ?? 'missing')
          }
        />
        <SelectField
          label={texts.openStep}
          value={String(step)}
          options={[
            { value: '0', label: texts.anyStep },
            ...data.steps.map((one) => ({
              value: String(one.step),
              label: `${one.title} ${one.expected - one.done}`,
            })),
          ]}
          onChange={(value) => setStep(Number(value))}
        />
      </SearchLine>
      <ExportButtons
        named
        what={texts.exportTitle}
        entry={counsellors.export}
        inputFor={(format) => ({ ...filter, format })}
      />
      {chosen !== undefined && chosen.expected > chosen.done && (
        <ReminderForm
          key={`${className} ${step}`}
          step={chosen}
          entry={counsellors.remind}
          wanted={{ className, step }}
          byText={data.byText}
          onReminded={read.retry}
        />
      )}
      <ClassStudents filter={{ ...filter, find }} onChanged={read.retry} />
    </OfficePage>
  )
}

function Classes({ classes }: { classes: readonly ClassCount[] }) {
  const texts = useTexts(counsellorTexts)
  return (
    <Table
      caption={texts.classes}
      columns={[
        { title: texts.className, cell: ({ name }) => name },
        { title: texts.expected, cell: (row) => row.expected, isNumeric: true },
        { title: texts.arrived, cell: (row) => row.arrived, isNumeric: true },
        { title: texts.missing, cell: (row) => row.expected - row.arrived, isNumeric: true },
        { title: texts.explained, cell: (row) => row.explained, isNumeric: true },
      ]}
      rows={classes}
      rowKey={({ name }) => name}
    />
  )
}
