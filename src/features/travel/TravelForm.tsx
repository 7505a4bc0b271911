import { useLanguage, useWords } from '#app/lib/language.ts'
import { serverYear } from '#app/lib/dates.ts'
import { submit } from '#app/lib/outbox.ts'
import { useTyping } from '#app/lib/typing.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { ErrorSummary } from '#app/ui/ErrorSummary.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { DateField, NumberField, TextareaField, TimeField } from '#app/ui/TextField.tsx'
import { toast } from '#app/ui/toast.ts'
import { TOAST_INPUT_MS } from '#app/ui/times.ts'
import { TRAVEL_MODES, travelIn, type Travel } from '#contract/travel'
import type { Problem } from '#offline/item'
import type { Language } from '#words/say'
import { travelWords } from '#words/travel'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as v from 'valibot'
import { OpenChoice } from './OpenChoice.tsx'
import { RegionField } from './RegionField.tsx'
import type { SavedAs } from './SavedSheet.tsx'
import styles from './travel.module.css'
import type { Source, Values } from './values.ts'

/** The travel form (TRV-02). Nothing is complained about before it was touched; what is typed is kept as it is typed. */
export function TravelForm({ source, restored, issues, onDraft, onSaved, onSkip }: {
  source: Source
  /** The values are a draft: they count as typed. */
  restored: boolean
  /** What the university refused, to be shown at its fields. */
  issues?: Problem['issues'] | undefined
  onDraft: (draft: Source) => Promise<void>
  onSaved: (as: SavedAs) => void
  onSkip?: () => void
}) {
  const words = useWords(travelWords)
  const language = useLanguage()
  const year = serverYear()
  const [notSaved, setNotSaved] = useState<string>()
  const filledFrom = useRef(source)
  const resolver = useMemo(() => standardSchemaResolver<Values, unknown, Travel>(schemaIn(year, language)), [year, language])
  const form = useForm<Values, unknown, Travel>({ defaultValues: source.values, resolver, mode: 'onTouched', shouldFocusError: true })
  const { register, control, reset, setError, setValue, subscribe, formState } = form
  const { errors, isDirty, submitCount, isSubmitting } = formState
  useTyping(isDirty || restored)

  // A newer record from the network takes its place until the first touch; then the words stay the student's.
  const untouched = !isDirty && !isSubmitting
  const known = JSON.stringify(source)
  useEffect(() => {
    if (!untouched || known === JSON.stringify(filledFrom.current)) return
    filledFrom.current = JSON.parse(known)
    reset(filledFrom.current.values)
  }, [untouched, known, reset])

  const keep = useRef(onDraft)
  useEffect(() => {
    keep.current = onDraft
  })
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          if (name !== undefined) void keep.current({ values, baseVersion: filledFrom.current.baseVersion })
        },
      }),
    [subscribe],
  )
  useEffect(() => {
    for (const { path, message } of issues ?? []) {
      const name = NAMES.find((one) => one === path)
      if (name !== undefined) setError(name, { type: 'server', message })
    }
  }, [issues, setError])

  const send = form.handleSubmit(
    async (travel) => {
      setNotSaved(undefined)
      const { baseVersion } = filledFrom.current
      const result = await submit({ form: 'travel', payload: travel, ...(baseVersion !== undefined && { baseVersion }) })
      if (result.type === 'not-saved') {
        setNotSaved(result.why === 'quota' ? words.notSavedQuota : words.notSaved)
        return
      }
      reset(travel)
      onSaved(result.type === 'sent' ? { type: 'sent', travel, receipt: result.receipt } : { type: 'saved', travel, order: result.order })
    },
    () => toast(words.errors(Object.keys(form.formState.errors).length), { ms: TOAST_INPUT_MS }),
  )
  const said = NAMES.flatMap((name) => errors[name]?.message ?? [])
  const startDate = register('startDate', {
    onChange: (event: { target: { value: string } }) => {
      const { arrivalDate } = form.getValues()
      // A later start makes an earlier arrival meaningless (D-46).
      if (arrivalDate !== '' && arrivalDate < event.target.value) {
        setValue('arrivalDate', '', { shouldDirty: true })
        form.clearErrors('arrivalDate')
      }
    },
  })
  return (
    <form noValidate className={styles['stack']} onSubmit={(event) => void send(event)}>
      {restored && <p role="status" className={styles['quiet']}>{words.draftRestored}</p>}
      {submitCount > 0 && said.length > 0 && <ErrorSummary title={words.errors(said.length)} errors={said} />}
      {notSaved !== undefined && <p role="alert" className={styles['alert']}>{notSaved}</p>}
      <Card flush>
        <Controller
          control={control}
          name="startCity"
          render={({ field, fieldState }) => <RegionField {...field} error={fieldState.error?.message} />}
        />
        <DateField label={words.startDate} error={errors.startDate?.message} min={`${year}-01-01`} max={`${year}-12-31`} {...startDate} />
        <DateField
          label={words.arrivalDate}
          error={errors.arrivalDate?.message}
          min={form.watch('startDate') || `${year}-01-01`}
          max={`${year}-12-31`}
          {...register('arrivalDate')}
        />
        <TimeField label={words.arrivalTime} error={errors.arrivalTime?.message} {...register('arrivalTime')} />
      </Card>
      <Card flush>
        <Controller
          control={control}
          name="mode"
          render={({ field, fieldState }) => (
            <SelectField
              label={words.mode}
              error={fieldState.error?.message}
              placeholder={words.regionPlaceholder}
              closeLabel={words.close}
              options={TRAVEL_MODES.map((mode) => ({ value: mode, label: words.modeNames[mode] ?? mode }))}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              ref={field.ref}
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
      <div className={styles['actions']}>
        <Button type="submit" busy={isSubmitting}>{words.submit}</Button>
        {onSkip && <Button tone="second" onClick={onSkip}>{words.skip}</Button>}
      </div>
    </form>
  )
}

const NAMES = ['startCity', 'startDate', 'arrivalDate', 'arrivalTime', 'mode', 'companions', 'remark', 'open'] as const

// The contract's rules in the language of the app; they take any words in, so a half-filled form too.
const schemaIn = (year: number, language: Language) =>
  v.config(v.pipe(v.custom<Values>((values) => typeof values === 'object'), travelIn(year)), { lang: language })
