import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useContractForm } from '#app/lib/forms/contract-form.ts'
import { submitForm } from '#app/lib/forms/queued-form.ts'
import { type QueuedFormProps, useSubmission } from '#app/lib/forms/submission.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { ChoiceField } from '#app/ui/ChoiceField.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { INVALID_INPUT_TOAST_MS } from '#app/ui/times.ts'
import { showToast } from '#app/ui/toast.ts'
import { familyForm } from '#contract/family'
import { type FamilyHousehold } from '#contract/family-household'
import { familyTexts } from '#i18n/family'
import { formTexts } from '#i18n/form'
import { householdTypeOptions } from './choices.ts'
import { FamilyMembers } from './FamilyMembers.tsx'
import { familyOutboxView } from './outbox-view.ts'
import { PlaceOfOriginField } from './PlaceOfOriginField.tsx'
import type { FamilyFormValues } from './values.ts'

const NAMES = familyOutboxView.fields.map(({ name }) => name)

/** The household and the family (FAM-03 to FAM-06). */
export function FamilyForm({ write = submitForm, ...props }: QueuedFormProps<FamilyFormValues>) {
  const texts = useTexts(familyTexts)
  const say = useTexts(formTexts)
  const language = useLanguage()
  const filled = useContractForm<FamilyFormValues, FamilyHousehold>({
    ...props,
    rules: familyForm.payload.schema,
    names: NAMES,
    mode: 'onBlur',
  })
  const { register, control, formState } = filled.form
  const { errors } = formState
  const [sent, count] = useState(0)
  const submission = useSubmission(filled, {
    send: (household) => write('family', household, filled.version()),
    onSaved: (as) => {
      count(sent + 1)
      props.onSaved(as)
    },
    onWrong: () => showToast(say.putRight, { ms: INVALID_INPUT_TOAST_MS }),
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
      <Card flush title={texts.ownTitle}>
        <TextField
          label={texts.ownPhone}
          type="tel"
          autoComplete="tel-national"
          maxLength={20}
          error={errors.phone?.message}
          {...register('phone')}
        />
        <PlaceOfOriginField
          control={control}
          name="nativePlace"
          label={texts.nativePlace}
          title={texts.chooseNativePlace}
        />
        <PlaceOfOriginField
          control={control}
          name="originPlace"
          label={texts.originPlace}
          title={texts.chooseOriginPlace}
        />
        <Controller
          control={control}
          name="householdType"
          render={({ field, fieldState }) => (
            <ChoiceField
              {...field}
              label={texts.householdType}
              answers={householdTypeOptions(language)}
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
              label={texts.willing}
              answers={[
                { value: true, label: texts.willingYes },
                { value: false, label: texts.willingNo },
              ]}
              error={fieldState.error?.message}
            />
          )}
        />
      </Card>
      {/* Submitting makes an earlier removal final, so the changed key resets the undo button. */}
      <FamilyMembers key={sent} form={filled.form} />
    </FormBody>
  )
}
