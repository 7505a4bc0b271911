import { useState, type SubmitEvent } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import type { OutboxItemProblem } from '#offline/outbox/outbox-records'
import { useLanguage } from '../language/language.ts'
import type { SubmissionResult } from '../outbox/outbox.ts'
import type { FieldIssue } from './contract-form.ts'
import type { FormSubmitter } from './on-behalf.ts'
import type { FormSource } from './queued-form.ts'
import { describeUnsavedSubmission, type AcceptedSubmission } from './submission-status.ts'

/**
 * The props of a queued form: the values from which it is filled, and the function with which it
 * submits.
 */
export interface QueuedFormProps<Values> {
  readonly source: FormSource<Values>
  /** The values come from a draft, so they count as unsaved input. */
  readonly restored: boolean
  /** The issues that the university reported, to be shown at their fields. */
  readonly issues?: OutboxItemProblem['issues'] | undefined
  /** The waiting item conflicts with a submission from another phone. */
  readonly isInConflict?: boolean
  readonly onDraft: (draft: FormSource<Values>) => Promise<void>
  readonly onDropDraft: () => void
  readonly onSaved: (as: AcceptedSubmission) => void
  /** The function that submits the form; by default it submits to the outbox. */
  readonly write?: FormSubmitter
  readonly onSkip?: (() => void) | undefined
}

/**
 * Handles the submission of a queued form, and returns the props of `FormBody`. The values of a
 * stored submission become the form's new initial values. If a submission fails, the page shows the
 * reason until the next one.
 */
export function useSubmission<Values extends FieldValues, Payload extends Values>(
  {
    form,
    wrong,
    focusFirst,
  }: {
    readonly form: UseFormReturn<Values, unknown, Payload>
    readonly wrong: readonly FieldIssue[]
    readonly focusFirst: (wrong: object) => void
  },
  {
    send,
    onSaved,
    onWrong,
  }: {
    readonly send: (payload: Payload) => Promise<SubmissionResult>
    readonly onSaved: (as: AcceptedSubmission, payload: Payload) => void
    /** Called when validation fails, after the first wrong field was focused. */
    readonly onWrong?: () => void
  },
) {
  const language = useLanguage()
  const [notSaved, setNotSaved] = useState<string>()
  const { submitCount, isSubmitting } = form.formState
  const valid = async (payload: Payload) => {
    setNotSaved(undefined)
    const saved = await send(payload)
    if (saved.type === 'not-saved') return setNotSaved(describeUnsavedSubmission(saved, language))
    form.reset(payload as DefaultValues<Values>)
    return onSaved(saved, payload)
  }
  return {
    errors: submitCount > 0 ? wrong.map(({ message }) => message) : [],
    problem: notSaved,
    busy: isSubmitting,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) =>
      void form.handleSubmit(valid, (refused) => {
        focusFirst(refused)
        onWrong?.()
      })(event),
  }
}
