import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useContractForm, wrongOf } from '#app/lib/forms/contract-form.ts'
import type { Write } from '#app/lib/forms/desk.ts'
import { submitForm, type Source } from '#app/lib/forms/queued.ts'
import { notSavedText, type SavedAs } from '#app/lib/forms/saved.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { ChoiceField } from '#app/ui/ChoiceField.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { TOAST_INPUT_MS } from '#app/ui/times.ts'
import { toast } from '#app/ui/toast.ts'
import { familyForm } from '#contract/family'
import { type Household } from '#contract/household'
import type { Problem } from '#offline/item'
import { familyWords } from '#words/family'
import { formWords } from '#words/form'
import { householdTypes } from './choices.ts'
import { Members } from './Members.tsx'
import { PlaceField } from './PlaceField.tsx'
import type { Values } from './values.ts'

// The fields that are shown, in their order.
const NAMES = [
  'phone',
  'nativePlace',
  'originPlace',
  'householdType',
  'willing',
  'members',
] as const

/** The household and the family (FAM-03 to FAM-06). */
export function FamilyForm({
  source,
  restored,
  issues,
  onDraft,
  onDropDraft,
  onSaved,
  write = submitForm,
  onSkip,
}: {
  source: Source<Values>
  restored: boolean
  /** What the university refused, to be shown at its fields. */
  issues?: Problem['issues'] | undefined
  onDraft: (draft: Source<Values>) => Promise<void>
  onDropDraft: () => void
  onSaved: (as: SavedAs) => void
  /** Where the words go; the outbox if nothing is said. */
  write?: Write
  onSkip?: (() => void) | undefined
}) {
  const words = useWords(familyWords)
  const say = useWords(formWords)
  const language = useLanguage()
  const [notSaved, setNotSaved] = useState<string>()
  const { form, version, wrong, focusFirst } = useContractForm<Values, Household>({
    rules: familyForm.payload.schema,
    names: NAMES,
    source,
    restored,
    issues,
    mode: 'onBlur',
    onDraft,
  })
  const { register, control } = form
  const { errors, submitCount, isSubmitting } = form.formState
  const [sent, count] = useState(0)
  const valid = async (household: Household) => {
    setNotSaved(undefined)
    const result = await write('family', household, version())
    if (result.type === 'not-saved') return setNotSaved(notSavedText(result, language))
    form.reset(household)
    count(sent + 1)
    return onSaved(result)
  }
  const invalid = (refused: object) => {
    toast(say.errors(wrongOf(refused, NAMES).length), { ms: TOAST_INPUT_MS })
    focusFirst(refused)
  }
  return (
    <FormBody
      words={say}
      restored={restored}
      errors={submitCount > 0 ? wrong.map(({ message }) => message) : []}
      problem={notSaved}
      busy={isSubmitting}
      onDropDraft={onDropDraft}
      onSubmit={(event) => void form.handleSubmit(valid, invalid)(event)}
      onSkip={onSkip}
    >
      <Card flush title={words.ownTitle}>
        <TextField
          label={words.ownPhone}
          type="tel"
          autoComplete="tel-national"
          maxLength={20}
          error={errors.phone?.message}
          {...register('phone')}
        />
        <PlaceField
          control={control}
          name="nativePlace"
          label={words.nativePlace}
          title={words.chooseNativePlace}
        />
        <PlaceField
          control={control}
          name="originPlace"
          label={words.originPlace}
          title={words.chooseOriginPlace}
        />
        <Controller
          control={control}
          name="householdType"
          render={({ field, fieldState }) => (
            <ChoiceField
              {...field}
              label={words.householdType}
              answers={householdTypes(language)}
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="willing"
          render={({ field, fieldState }) => (
            <ChoiceField
              {...field}
              label={words.willing}
              answers={[
                { value: true, label: words.willingYes },
                { value: false, label: words.willingNo },
              ]}
              error={fieldState.error?.message}
            />
          )}
        />
      </Card>
      {/* What was removed before a submission is gone for good after it. */}
      <Members key={sent} form={form} />
    </FormBody>
  )
}
