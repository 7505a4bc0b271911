import { useEffect } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { loadRegionsLazily, prefetchRegions } from '#app/features/regions/public.ts'
import { formatLongDay } from '#app/lib/format/dates.ts'
import { submitForm } from '#app/lib/forms/queued-form.ts'
import type { AcceptedSubmission } from '#app/lib/forms/submission-status.ts'
import { type QueuedFormProps, useSubmission } from '#app/lib/forms/submission.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { ChoiceField } from '#app/ui/ChoiceField.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { RegionField } from '#app/ui/RegionField.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { DateField, NumberField, TextareaField, TimeField } from '#app/ui/TextField.tsx'
import { INVALID_INPUT_TOAST_MS } from '#app/ui/times.ts'
import { showToast } from '#app/ui/toast.ts'
import { TRAVEL_MODES } from '#contract/travel'
import { formTexts } from '#i18n/form'
import { travelTexts } from '#i18n/travel'
import { useTravelForm } from './useTravelForm.ts'
import type { TravelFormValues } from './values.ts'

/**
 * The travel form (TRV-02). The error of a field appears only after the user has touched the field.
 * Values are stored while the user types.
 */
export function TravelForm({
  write = submitForm,
  ...props
}: Omit<QueuedFormProps<TravelFormValues>, 'onSaved'> & {
  onSaved: (as: AcceptedSubmission, open: boolean) => void
}) {
  const texts = useTexts(travelTexts)
  const say = useTexts(formTexts)
  const language = useLanguage()
  useEffect(prefetchRegions, [])
  const filled = useTravelForm(props)
  const { year, startChanged } = filled
  const { register, control, formState } = filled.form
  const { errors } = formState
  const submission = useSubmission(filled, {
    send: (travel) => write('travel', travel, filled.version()),
    onSaved: (as, travel) => props.onSaved(as, travel.open),
    onWrong: () => showToast(say.putRight, { ms: INVALID_INPUT_TOAST_MS }),
  })
  const [startDay, arrivalDay, arrivalTime] = useWatch({
    control,
    name: ['startDate', 'arrivalDate', 'arrivalTime'],
  })
  const shown = (day: string) => (day === '' ? '' : formatLongDay(day, language))
  const started = register('startDate', {
    onChange: (event: { target: { value: string } }) => startChanged(event.target.value),
  })
  return (
    <FormBody
      texts={say}
      {...submission}
      restored={props.restored}
      onDropDraft={props.onDropDraft}
      isInConflict={props.isInConflict}
      onSkip={props.onSkip}
    >
      <Card flush>
        <Controller
          control={control}
          name="startCity"
          render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
            <RegionField
              label={texts.startCity}
              title={texts.chooseRegion}
              texts={say}
              load={loadRegionsLazily}
              error={fieldState.error?.message}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              ref={ref}
            />
          )}
        />
        <DateField
          label={texts.startDate}
          error={errors.startDate?.message}
          shown={shown(startDay)}
          placeholder={say.choose}
          min={`${year}-01-01`}
          max={`${year}-12-31`}
          {...started}
        />
        <DateField
          label={texts.arrivalDate}
          error={errors.arrivalDate?.message}
          shown={shown(arrivalDay)}
          placeholder={say.choose}
          min={startDay === '' ? `${year}-01-01` : startDay}
          max={`${year}-12-31`}
          {...register('arrivalDate')}
        />
        <TimeField
          label={texts.arrivalTime}
          error={errors.arrivalTime?.message}
          shown={arrivalTime}
          placeholder={say.choose}
          {...register('arrivalTime')}
        />
      </Card>
      <Card flush>
        <Controller
          control={control}
          name="mode"
          render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
            <SelectField
              label={texts.mode}
              error={fieldState.error?.message}
              placeholder={say.choose}
              options={TRAVEL_MODES.map((mode) => ({
                value: mode,
                label: texts.modeNames[mode] ?? mode,
              }))}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              ref={ref}
            />
          )}
        />
        <NumberField
          label={texts.companions}
          error={errors.companions?.message}
          maxLength={3}
          {...register('companions')}
        />
        <TextareaField
          label={texts.remark}
          hint={texts.remarkHint}
          error={errors.remark?.message}
          {...register('remark')}
        />
      </Card>
      <Card flush>
        <Controller
          control={control}
          name="open"
          render={({ field, fieldState }) => (
            <ChoiceField
              {...field}
              label={texts.open}
              hint={texts.openHint}
              answers={[
                { value: true, label: texts.openYes },
                { value: false, label: texts.openNo },
              ]}
              error={fieldState.error?.message}
            />
          )}
        />
      </Card>
    </FormBody>
  )
}
