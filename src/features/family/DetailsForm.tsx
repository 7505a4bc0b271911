import { useState } from 'react'
import { call, outcomeText } from '#app/lib/call.ts'
import { config } from '#app/lib/config.ts'
import { useContractForm, wrongOf, type Wrong } from '#app/lib/forms/contract-form.ts'
import type { Source } from '#app/lib/forms/queued.ts'
import { useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { Row } from '#app/ui/Row.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { TOAST_DETAILS_MS } from '#app/ui/times.ts'
import { toast } from '#app/ui/toast.ts'
import { Details, detailsWithCode } from '#contract/details'
import { family } from '#contract/family'
import { detailsWords } from '#words/details'
import { formWords } from '#words/form'
import { offeredWords } from '#words/offered'
import { CodeField } from './CodeField.tsx'
import { Relatives } from './Relatives.tsx'

// The fields that are shown, in their order.
const NAMES = ['name', 'wechat', 'email', 'phone', 'code', 'members'] as const

// Made once: what checks a form must not change under it.
const rules = config.sms ? detailsWithCode() : Details.schema

/**
 * The personal details (FAM-36). They are saved now or not at all: the code is of use for minutes
 * only.
 */
export function DetailsForm({
  source,
  restored,
  onDraft,
  onDropDraft,
  onSaved,
}: {
  source: Source<Details>
  restored: boolean
  onDraft: (draft: Source<Details>) => Promise<void>
  onDropDraft: () => void
  onSaved: () => void
}) {
  const words = useWords(detailsWords)
  const say = useWords(formWords)
  const offered = useWords(offeredWords)
  const [problem, setProblem] = useState<string>()
  const [issues, setIssues] = useState<readonly Wrong[]>()
  const [saved, count] = useState(0)
  const { form, wrong, focusFirst } = useContractForm<Details, Details>({
    rules,
    names: NAMES,
    source,
    restored,
    issues,
    mode: 'onBlur',
    onDraft,
  })
  const { register } = form
  const { errors, submitCount, isSubmitting } = form.formState
  const valid = async (details: Details) => {
    setProblem(undefined)
    setIssues(undefined)
    const outcome = await call(family.saveDetails, details)
    if (outcome.type === 'ok') {
      form.reset({ ...details, code: '' })
      count(saved + 1)
      toast(words.saved, { ms: TOAST_DETAILS_MS })
      return onSaved()
    }
    if (outcome.type === 'refused') setIssues(outcome.issues)
    toast(outcomeText(outcome), { ms: TOAST_DETAILS_MS })
    return setProblem(outcomeText(outcome))
  }
  const invalid = (refused: object) => {
    toast(say.errors(wrongOf(refused, NAMES).length), { ms: TOAST_DETAILS_MS })
    focusFirst(refused)
  }
  return (
    <FormBody
      words={say}
      restored={restored}
      errors={submitCount > 0 ? wrong.map(({ message }) => message) : []}
      problem={problem}
      busy={isSubmitting}
      onDropDraft={onDropDraft}
      onSubmit={(event) => void form.handleSubmit(valid, invalid)(event)}
    >
      <Card flush>
        <TextField
          label={words.name}
          error={errors.name?.message}
          maxLength={20}
          {...register('name')}
        />
        <TextField
          label={words.wechat}
          autoCapitalize="none"
          error={errors.wechat?.message}
          maxLength={20}
          {...register('wechat')}
        />
        <TextField
          label={words.email}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          maxLength={100}
          {...register('email')}
        />
      </Card>
      <Card flush>
        <TextField
          label={words.phone}
          type="tel"
          autoComplete="tel-national"
          error={errors.phone?.message}
          maxLength={20}
          {...register('phone')}
        />
        {config.sms ? <CodeField form={form} /> : <Row description={offered.noCode} />}
      </Card>
      {/* What was removed before a saving is gone for good after it. */}
      <Relatives key={saved} form={form} />
    </FormBody>
  )
}
