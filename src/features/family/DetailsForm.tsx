import { type ReactNode, useState } from 'react'
import { useContractForm, type FieldIssue } from '#app/lib/forms/contract-form.ts'
import type { FormSource } from '#app/lib/forms/queued-form.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { PERSONAL_DETAILS_TOAST_MS } from '#app/ui/times.ts'
import { showToast } from '#app/ui/toast.ts'
import { PersonalDetails, personalDetailsWithCodeSchema } from '#contract/personal-details'
import type { FormFieldName } from '#contract/queued-form'
import { formTexts } from '#i18n/form'
import { personalDetailsTexts } from '#i18n/personal-details'
import { Relatives } from './Relatives.tsx'
import { SmsCodeField } from './SmsCodeField.tsx'

// The visible fields in page order.
const NAMES = Object.keys({
  name: true,
  wechat: true,
  email: true,
  phone: true,
  code: true,
  members: true,
} satisfies Record<FormFieldName<PersonalDetails>, true>)

// The rules are created once, because the validation schema of a form must not change.
const rules = { plain: PersonalDetails.schema, proven: personalDetailsWithCodeSchema() }

/** The result of saving. */
export type SaveDetailsResult =
  | { readonly type: 'ok' }
  | { readonly type: 'not-saved'; readonly why: string; readonly issues?: readonly FieldIssue[] }

/** The personal details (FAM-36). Online-only, because the code is valid for minutes only. */
export function DetailsForm({
  source,
  restored,
  onDraft,
  onDropDraft,
  save,
  byCode = false,
  without,
  onSaved,
}: {
  source: FormSource<PersonalDetails>
  restored: boolean
  onDraft: (draft: FormSource<PersonalDetails>) => Promise<void>
  onDropDraft: () => void
  save: (details: PersonalDetails) => Promise<SaveDetailsResult>
  /** Whether the phone number must be proved by an SMS code. */
  byCode?: boolean
  /** Shown in place of the code field. */
  without?: ReactNode
  onSaved: () => void
}) {
  const texts = useTexts(personalDetailsTexts)
  const say = useTexts(formTexts)
  const [problem, setProblem] = useState<string>()
  const [issues, setIssues] = useState<readonly FieldIssue[]>()
  const [saved, count] = useState(0)
  const { form, wrong, focusFirst } = useContractForm<PersonalDetails, PersonalDetails>({
    rules: byCode ? rules.proven : rules.plain,
    names: NAMES,
    source,
    restored,
    issues,
    mode: 'onBlur',
    onDraft,
  })
  const { register } = form
  const { errors, submitCount, isSubmitting } = form.formState
  const valid = async (details: PersonalDetails) => {
    setProblem(undefined)
    setIssues(undefined)
    const answer = await save(details)
    if (answer.type === 'ok') {
      form.reset({ ...details, code: '' })
      count(saved + 1)
      return onSaved()
    }
    setIssues(answer.issues)
    showToast(answer.why, { ms: PERSONAL_DETAILS_TOAST_MS })
    return setProblem(answer.why)
  }
  const invalid = (refused: object) => {
    focusFirst(refused)
    showToast(say.putRight, { ms: PERSONAL_DETAILS_TOAST_MS })
  }
  return (
    <FormBody
      texts={say}
      restored={restored}
      errors={submitCount > 0 ? wrong.map(({ message }) => message) : []}
      problem={problem}
      busy={isSubmitting}
      onDropDraft={onDropDraft}
      onSubmit={(event) => void form.handleSubmit(valid, invalid)(event)}
    >
      <Card flush>
        <TextField
          label={texts.name}
          error={errors.name?.message}
          maxLength={20}
          {...register('name')}
        />
        <TextField
          label={texts.wechat}
          autoCapitalize="none"
          error={errors.wechat?.message}
          maxLength={20}
          {...register('wechat')}
        />
        <TextField
          label={texts.email}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          maxLength={100}
          {...register('email')}
        />
      </Card>
      <Card flush>
        <TextField
          label={texts.phone}
          type="tel"
          autoComplete="tel-national"
          error={errors.phone?.message}
          maxLength={20}
          {...register('phone')}
        />
        {byCode ? <SmsCodeField form={form} /> : without}
      </Card>
      {/* Saving makes an earlier removal final, so the changed key resets the undo button. */}
      <Relatives key={saved} form={form} />
    </FormBody>
  )
}
