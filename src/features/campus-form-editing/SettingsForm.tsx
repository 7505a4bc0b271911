import { useState } from 'react'
import { CheckboxGroup, DateField, OfficeForm } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextareaField, TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { AUDIENCE_COHORTS } from '#contract/audiences'
import { campusFormEditing } from '#contract/campus-form-editing'
import type { CampusFormSettings } from '#contract/campus-form-settings'
import { campusFormEditingTexts } from '#i18n/campus-form-editing'
import type { Edit, EditedForm } from './edit-history.ts'
import { Flags, NumberInput } from './EditorFields.tsx'
import { UnreadFields } from './unread-texts.tsx'
import styles from './campus-form-editing.module.css'

const MOST_RETENTION_DAYS = 3650

/** The settings of a form: for whom, when, as which step, and what happens to the answers. */
export function SettingsForm({
  id,
  form: { settings, unread },
  edit,
}: {
  /** The form; '' before it was saved. */
  id: string
  form: EditedForm
  edit: Edit
}) {
  const texts = useTexts(campusFormEditingTexts)
  const { data } = useOnlineQuery({
    name: 'campus-form-choices',
    entry: campusFormEditing.choices,
    input: {},
  })
  const { levels = [], colleges = [], steps = [] } = data ?? {}
  const { audience, window, step } = settings
  const set = (part: Partial<CampusFormSettings>, field = Object.keys(part).join()) =>
    edit((form) => ({ ...form, settings: { ...form.settings, ...part } }), `settings:${field}`)
  const setAudience = (part: Partial<typeof audience>) =>
    set({ audience: { ...audience, ...part } }, Object.keys(part).join())
  const setWindow = (part: Partial<typeof window>) =>
    set({ window: { ...window, ...part } }, Object.keys(part).join())
  const setStep = (part: Partial<NonNullable<typeof step>>) =>
    step && set({ step: { ...step, ...part } }, Object.keys(part).join())
  const cohorts = {
    all: texts.everyone,
    new: texts.newStudents,
    continuing: texts.continuing,
  }
  // A college or level that no student has any more stays visible, so that it can be taken out.
  const collegeNames = [...new Set([...colleges, ...audience.colleges])]
  const levelCodes = [
    ...levels,
    ...audience.levels
      .filter((code) => !levels.some((one) => one.code === code))
      .map((code) => ({ code, name: code })),
  ]
  return (
    <UnreadFields item="" place="settings" unread={unread} edit={edit}>
      <div className={styles['settings']}>
        <Card title={texts.audience}>
          <div className={styles['panel']}>
            <SelectField
              label={texts.cohort}
              value={audience.cohort}
              options={AUDIENCE_COHORTS.map((value) => ({ value, label: cohorts[value] }))}
              onChange={(chosen) =>
                setAudience({
                  cohort: AUDIENCE_COHORTS.find((one) => one === chosen) ?? audience.cohort,
                })
              }
            />
            <CheckboxGroup
              plain
              label={texts.levels}
              options={levelCodes.map(({ code, name }) => ({ value: code, label: name }))}
              chosen={audience.levels}
              onChange={(chosen) => setAudience({ levels: chosen })}
            />
            <CheckboxGroup
              plain
              label={texts.colleges}
              options={collegeNames.map((value) => ({ value, label: value }))}
              chosen={audience.colleges}
              onChange={(chosen) => setAudience({ colleges: chosen })}
            />
            <Flags
              label={texts.list}
              flags={[{ value: 'isListed', label: texts.isListed, isSet: audience.isListed }]}
              onChange={setAudience}
            />
            {audience.isListed &&
              (id === '' ? (
                <MutedText>{texts.listSaveFirst}</MutedText>
              ) : (
                <ListedStudents id={id} />
              ))}
          </div>
        </Card>
        <Card title={texts.window}>
          <div className={styles['panel']}>
            <div className={styles['pair']}>
              <DateField
                withTime
                label={texts.from}
                hint={texts.windowHint}
                value={window.from}
                onChange={(from) => setWindow({ from })}
              />
              <DateField
                withTime
                label={texts.until}
                hint={texts.windowHint}
                value={window.until}
                error={
                  window.until !== '' && window.from >= window.until ? texts.windowWrong : undefined
                }
                onChange={(until) => setWindow({ until })}
              />
            </div>
            <div className={styles['pair']}>
              <TextField
                label={texts.note}
                maxLength={200}
                value={window.note}
                onType={(note) => setWindow({ note })}
              />
              <TextField
                label={texts.noteEn}
                lang="en"
                maxLength={200}
                value={window.noteEn}
                onType={(noteEn) => setWindow({ noteEn })}
              />
            </div>
          </div>
        </Card>
        <Card title={texts.step}>
          <div className={styles['panel']}>
            <Flags
              label={texts.step}
              flags={[{ value: 'isStep', label: texts.isStep, isSet: step !== null }]}
              onChange={({ isStep }) =>
                set({
                  step: isStep
                    ? { position: steps.length + 1, isSkippable: false, before: [] }
                    : null,
                })
              }
            />
            {step !== null && (
              <>
                <NumberInput
                  field="position"
                  label={texts.position}
                  value={step.position}
                  limits={{ least: 1, most: 999, isNeeded: true }}
                  onChange={(position = 1) => setStep({ position })}
                />
                <Flags
                  label={texts.step}
                  flags={[
                    { value: 'isSkippable', label: texts.skippable, isSet: step.isSkippable },
                  ]}
                  onChange={setStep}
                />
                <CheckboxGroup
                  plain
                  label={texts.before}
                  options={steps.map(({ page, title }) => ({ value: page, label: title }))}
                  chosen={step.before}
                  onChange={(before) => setStep({ before })}
                />
              </>
            )}
          </div>
        </Card>
        <Card title={texts.afterwards}>
          <div className={styles['panel']}>
            <Flags
              label={texts.afterwards}
              flags={[
                { value: 'isReviewed', label: texts.isReviewed, isSet: settings.isReviewed },
                { value: 'isChangeable', label: texts.isChangeable, isSet: settings.isChangeable },
              ]}
              onChange={set}
            />
            <NumberInput
              field="retentionDays"
              label={texts.retention}
              value={settings.retentionDays}
              limits={{ least: 0, most: MOST_RETENTION_DAYS, isNeeded: true }}
              onChange={(retentionDays = 0) => set({ retentionDays })}
            />
          </div>
        </Card>
      </div>
    </UnreadFields>
  )
}

/** The list of students of a form. It is no part of a version, and applies as soon as it is saved. */
function ListedStudents({ id }: { id: string }) {
  const texts = useTexts(campusFormEditingTexts)
  const { send, busy, problem } = useOnlineCall()
  const { data } = useOnlineQuery({
    name: 'campus-form-students',
    entry: campusFormEditing.listedStudents,
    input: { form: id },
  })
  const [typed, setTyped] = useState<string>()
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const numbers = typed ?? data?.numbers.join('\n') ?? ''
  const save = async () => {
    const outcome = await send(campusFormEditing.saveListedStudents, { form: id, numbers })
    if (outcome?.type !== 'ok') return
    setUnknown(outcome.data.unknown)
    if (outcome.data.unknown.length === 0) showToast(texts.listSaved(outcome.data.listed))
  }
  return (
    <OfficeForm
      button={texts.saveList}
      busy={busy}
      problem={unknown.length > 0 ? texts.listUnknown(unknown.join('、')) : problem}
      onSubmit={save}
    >
      <TextareaField
        label={texts.list}
        hint={texts.listHint}
        rows={6}
        value={numbers}
        onType={setTyped}
      />
    </OfficeForm>
  )
}
