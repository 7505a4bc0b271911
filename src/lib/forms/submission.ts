import { useState, type SubmitEvent } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ItemProblem } from '#offline/outbox/outbox-records'
import { useLanguage } from '../language/language.ts'
import type { SubmissionResult } from '../outbox/outbox.ts'
import type { FieldIssue } from './contract-form.ts'
import type { FormSubmitter } from './on-behalf.ts'
import type { FormSource } from './queued-form.ts'
import { notSavedText, type AcceptedSubmission } from './submission-status.ts'

/** What a form of the outbox is given: what it is filled from, and where its words go. */
export interface QueuedFormProps<Values> {
  readonly source: FormSource<Values>
  /** The values are a draft: they count as typed. */
  readonly restored: boolean
  /** What the university refused, to be shown at its fields. */
  readonly issues?: ItemProblem['issues'] | undefined
  /** What waits conflicts with what another phone sent. */
  readonly isInConflict?: boolean
  readonly onDraft: (draft: FormSource<Values>) => Promise<void>
  readonly onDropDraft: () => void
  readonly onSaved: (as: AcceptedSubmission) => void
  /** Where the words go; the outbox if nothing is said. */
  readonly write?: FormSubmitter
  readonly onSkip?: (() => void) | undefined
}

/**
 * Submitting a form of the outbox; returns what its body says and does (`FormBody`). What was
 * written down is the form's new beginning; why it was not stays on the page.
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
    /** Fields are wrong; the first has the focus. */
    readonly onWrong?: () => void
  },
) {
  const language = useLanguage()
  const [notSaved, setNotSaved] = useState<string>()
  const { submitCount, isSubmitting } = form.formState
  const valid = async (payload: Payload) => {
    setNotSaved(undefined)
    const saved = await send(payload)
    if (saved.type === 'not-saved') return setNotSaved(notSavedText(saved, language))
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
