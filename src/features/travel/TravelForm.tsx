import { useWords } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { ErrorSummary } from '#app/ui/ErrorSummary.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { DateField, NumberField, TextareaField, TimeField } from '#app/ui/TextField.tsx'
import { TOAST_INPUT_MS } from '#app/ui/times.ts'
import { TextButton } from '#app/ui/TextButton.tsx'
import { toast } from '#app/ui/toast.ts'
import { TRAVEL_MODES, type Travel } from '#contract/travel'
import type { Problem } from '#offline/item'
import { travelWords } from '#words/travel'
import { useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { OpenChoice } from './OpenChoice.tsx'
import { RegionField } from './RegionField.tsx'
import type { SavedAs } from './SavedSheet.tsx'
import styles from './travel.module.css'
import { NAMES, useTravelForm } from './useTravelForm.ts'
import type { Source } from './values.ts'

/** The travel form (TRV-02). Nothing is complained about before it was touched; what is typed is kept as it is typed. */
export function TravelForm({
  source,
  restored,
  issues,
  onDraft,
  onDropDraft,
  onSaved,
  onSkip,
}: {
  source: Source
  restored: boolean
  /** What the university refused, to be shown at its fields. */
  issues?: Problem['issues'] | undefined
  onDraft: (draft: Source) => Promise<void>
  onDropDraft: () => void
  onSaved: (as: SavedAs) => void
  onSkip?: () => void
}) {
  const words = useWords(travelWords)
  const [notSaved, setNotSaved] = useState<string>()
  const { form, year, write, startChanged, focusFirst } = useTravelForm({ source, restored, issues, onDraft })
  const { register, control } = form
  const { errors, submitCount, isSubmitting } = form.formState
  const startDay = useWatch({ control, name: 'startDate' })
  const said = NAMES.flatMap((name) => errors[name]?.message ?? [])
  const valid = async (travel: Travel) => {
    setNotSaved(undefined)
    const result = await write(travel)
    if (result.type === 'not-saved') setNotSaved(result.why === 'quota' ? words.notSavedQuota : words.notSaved)
    else if (result.type === 'sent') onSaved({ type: 'sent', travel, receipt: result.receipt })
    else onSaved({ type: 'saved', travel, order: result.order })
  }
  const invalid = (wrong: object) => {
    toast(words.errors(Object.keys(wrong).length), { ms: TOAST_INPUT_MS })
    focusFirst(wrong)
  }
  const started = register('startDate', {
    onChange: (event: { target: { value: string } }) => startChanged(event.target.value),
  })
  return (
    <form noValidate className={styles['stack']} onSubmit={(event) => void form.handleSubmit(valid, invalid)(event)}>
      {restored && (
        <div className={styles['restored']}>
          <output className={styles['quiet']}>{words.draftRestored}</output>
          <TextButton onClick={onDropDraft}>{words.dropDraft}</TextButton>
        </div>
      )}
      {submitCount > 0 && <ErrorSummary title={words.errors(said.length)} errors={said} />}
      <Card flush>
        <Controller
          control={control}
          name="startCity"
          render={({ field, fieldState }) => <RegionField {...field} error={fieldState.error?.message} />}
        />
        <DateField
          label={words.startDate}
          error={errors.startDate?.message}
          min={`${year}-01-01`}
          max={`${year}-12-31`}
          {...started}
        />
        <DateField
          label={words.arrivalDate}
          error={errors.arrivalDate?.message}
          min={startDay === '' ? `${year}-01-01` : startDay}
          max={`${year}-12-31`}
          {...register('arrivalDate')}
        />
        <TimeField label={words.arrivalTime} error={errors.arrivalTime?.message} {...register('arrivalTime')} />
      </Card>
      <Card flush>
        <Controller
          control={control}
          name="mode"
          render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
            <SelectField
              label={words.mode}
              error={fieldState.error?.message}
              placeholder={words.regionPlaceholder}
              closeLabel={words.close}
              options={TRAVEL_MODES.map((mode) => ({ value: mode, label: words.modeNames[mode] ?? mode }))}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              ref={ref}
            />
          )}
        />
        <NumberField label={words.companions} error={errors.companions?.message} maxLength={3} {...register('companions')} />
        <TextareaField label={words.remark} error={errors.remark?.message} maxLength={500} {...register('remark')} />
      </Card>
      <Card flush>
        <Controller
          control={control}
          name="open"
          render={({ field, fieldState }) => <OpenChoice {...field} error={fieldState.error?.message} />}
        />
      </Card>
      {notSaved !== undefined && (
        <p role="alert" className={styles['alert']}>
          {notSaved}
        </p>
      )}
      <div className={styles['actions']}>
        <Button type="submit" busy={isSubmitting}>
          {words.submit}
        </Button>
        {onSkip && (
          <Button tone="second" onClick={onSkip}>
            {words.skip}
          </Button>
        )}
      </div>
    </form>
  )
}
