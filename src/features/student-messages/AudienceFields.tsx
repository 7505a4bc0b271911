import { useState } from 'react'
import { FilterBar } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useExclusiveAction } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { DropZone } from '#app/ui/DropZone.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { SelectField, type SelectOption } from '#app/ui/SelectField.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { type Audience, AUDIENCE_COHORTS } from '#contract/audiences'
import { type AudienceChoices, studentMessages } from '#contract/student-messages'
import { studentMessageTexts } from '#i18n/student-messages'
import styles from './student-messages.module.css'

const LISTS = ['levels', 'colleges', 'majors', 'classes', 'buildings'] as const

/** The conditions of an audience. The students who meet all of them belong to it. */
export function AudienceFields({
  audience,
  onChange,
}: {
  audience: Audience
  onChange: (audience: Audience) => void
}) {
  const texts = useTexts(studentMessageTexts)
  const { data, retry } = useOnlineQuery({
    name: 'reach-choices',
    entry: studentMessages.choices,
    input: {},
  })
  const set = (part: Partial<Audience>) => onChange({ ...audience, ...part })
  const choices = data?.choices
  const optionsOf = (name: keyof AudienceChoices): readonly SelectOption[] => choices?.[name] ?? []
  const withNone = (options: readonly SelectOption[]) => [
    { value: '', label: texts.any },
    ...options,
  ]
  return (
    <Card title={texts.audience}>
      <Stack>
        <MutedText>{texts.audienceAbout}</MutedText>
        <FilterBar label={texts.audience}>
          <SelectField
            label={texts.cohort}
            value={audience.cohort}
            options={AUDIENCE_COHORTS.map((value) => ({ value, label: texts.cohorts[value] }))}
            onChange={(value) =>
              set({ cohort: AUDIENCE_COHORTS.find((one) => one === value) ?? 'all' })
            }
          />
          {LISTS.map((name) => (
            <NamesField
              key={name}
              label={texts[name]}
              options={optionsOf(name)}
              chosen={audience[name]}
              onChange={(chosen) => set({ [name]: chosen })}
            />
          ))}
          <SelectField
            label={texts.station}
            value={audience.station}
            options={withNone(optionsOf('stations'))}
            onChange={(station) => set({ station })}
          />
          {audience.station !== '' && (
            <SelectField
              label={texts.stationState}
              value={audience.stationState}
              options={(['missing', 'recorded'] as const).map((value) => ({
                value,
                label: texts.stationStates[value],
              }))}
              onChange={(value) =>
                set({ stationState: value === 'recorded' ? 'recorded' : 'missing' })
              }
            />
          )}
          {optionsOf('steps').length > 0 && (
            <SelectField
              label={texts.step}
              value={audience.step}
              options={withNone(optionsOf('steps'))}
              onChange={(step) => set({ step })}
            />
          )}
          {audience.step !== '' && (
            <SelectField
              label={texts.stepState}
              value={audience.stepState}
              options={(['open', 'done'] as const).map((value) => ({
                value,
                label: texts.stepStates[value],
              }))}
              onChange={(value) => set({ stepState: value === 'done' ? 'done' : 'open' })}
            />
          )}
          <SelectField
            label={texts.list}
            value={audience.list}
            options={withNone(
              // The list of a colleague's message has no name here.
              audience.list === '' ||
                optionsOf('lists').some(({ value }) => value === audience.list)
                ? optionsOf('lists')
                : [...optionsOf('lists'), { value: audience.list, label: texts.list }],
            )}
            onChange={(list) => set({ list })}
          />
        </FilterBar>
        <ListUpload
          onUploaded={(list) => {
            set({ list })
            retry()
          }}
        />
      </Stack>
    </Card>
  )
}

// Several names of one condition, added one by one.
function NamesField({
  label,
  options,
  chosen,
  onChange,
}: {
  label: string
  options: readonly SelectOption[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const texts = useTexts(studentMessageTexts)
  const nameOf = (value: string) => options.find((one) => one.value === value)?.label ?? value
  return (
    <div>
      <SelectField
        label={label}
        value=""
        placeholder={chosen.length === 0 ? texts.any : texts.add}
        options={options.filter(({ value }) => !chosen.includes(value))}
        onChange={(value) => onChange([...chosen, value])}
      />
      {chosen.length > 0 && (
        <ul className={styles['names']}>
          {chosen.map((value) => (
            <li key={value}>
              <span>{nameOf(value)}</span>
              <TextButton
                label={texts.remove(nameOf(value))}
                onClick={() => onChange(chosen.filter((one) => one !== value))}
              >
                <span aria-hidden="true">×</span>
              </TextButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function ListUpload({ onUploaded }: { onUploaded: (list: string) => void }) {
  const texts = useTexts(studentMessageTexts)
  const { run, busy, problem } = useExclusiveAction()
  const [said, setSaid] = useState<string>()
  const bring = async (file: File) => {
    const outcome = await run(async () => {
      const { uploadFile } = await import('#app/lib/pictures/upload-with-progress.ts')
      return uploadFile(studentMessages.upload, file)
    })
    if (outcome?.type !== 'ok') return
    const { id, count, unknown, unknownLines } = outcome.data
    setSaid(
      [
        texts.uploaded(count),
        ...(unknown.length > 0
          ? [
              texts.unknown(
                unknown.length < unknownLines ? `${unknown.join('、')}…` : unknown.join('、'),
                unknownLines,
              ),
            ]
          : []),
      ].join(' · '),
    )
    onUploaded(id)
  }
  return (
    <>
      <DropZone
        label={texts.upload}
        hint={texts.uploadAbout}
        accept=".xlsx,.csv,.txt"
        busy={busy}
        onFile={(file) => void bring(file)}
      />
      {said !== undefined && <p role="status">{said}</p>}
      <Alert text={problem} />
    </>
  )
}
