import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useContractForm } from '#app/lib/forms/contract-form.ts'
import type { AcceptedSubmission } from '#app/lib/forms/submission-status.ts'
import { type QueuedFormProps, useSubmission } from '#app/lib/forms/submission.ts'
import { useTexts } from '#app/lib/language/language.ts'
import type { SubmissionResult } from '#app/lib/outbox/outbox.ts'
import { FormBody } from '#app/ui/FormBody.tsx'
import { focusField } from '#app/ui/invalid-fields.tsx'
import { INVALID_INPUT_TOAST_MS } from '#app/ui/times.ts'
import { showToast } from '#app/ui/toast.ts'
import { type AnswerContext, checkAnswers, compileForm } from '#contract/campus-form-answers'
import { type CampusFormDefinition, itemsOf } from '#contract/campus-form-definition'
import type { CampusFormAnswers } from '#contract/campus-form-submission'
import { formTexts } from '#i18n/form'
import type { FormFiles } from './form-files.ts'
import { createRules } from './form-rules.ts'
import { type Classmate, FormScopeProvider, FormStateStore } from './form-state.ts'
import {
  fieldPathOf,
  type FormValues,
  keyOf,
  listLostChoices,
  normalizeAnswers,
  toAnswers,
  toFormValues,
} from './form-values.ts'
import { FormItems } from './FormItems.tsx'
import { SubmissionHold } from './submission-hold.ts'
import { useDependentErrors } from './useDependentErrors.ts'

const noClassmates = () => Promise.resolve([])
const nothingAgain: ReadonlySet<string> = new Set()

/** What a form of the campus needs to be filled in; everything but the first four is optional. */
export interface CampusFormFieldsProps {
  /** A definition without problems (`findDefinitionProblems`). */
  readonly definition: CampusFormDefinition
  /** Who fills it in, and on which day. */
  readonly context: Omit<AnswerContext, 'attachments'>
  readonly files: FormFiles
  /** Stores or sends the checked answers. */
  readonly send: (
    answers: CampusFormAnswers,
    baseVersion: string | undefined,
  ) => Promise<SubmissionResult>
  /** The answers that the form begins with; undefined for a new form. */
  readonly answers?: CampusFormAnswers | undefined
  /** The version of the record that `answers` come from. */
  readonly baseVersion?: string | undefined
  readonly restored?: boolean
  /** Whether nothing was submitted before. */
  readonly isNew?: boolean
  readonly issues?: QueuedFormProps<FormValues>['issues']
  readonly isInConflict?: boolean
  /** The names of the questions that are new or have changed since the answers were given. */
  readonly askAgain?: ReadonlySet<string>
  readonly loadClassmates?: () => Promise<readonly Classmate[]>
  /** Receives everything that was typed, also answers to questions that are not asked any more. */
  readonly onAnswers?: (
    answers: CampusFormAnswers,
    baseVersion: string | undefined,
  ) => Promise<void> | void
  readonly onDropDraft?: () => void
  readonly onSaved?: (as: AcceptedSubmission) => void
  readonly onSkip?: (() => void) | undefined
}

/**
 * A form of the campus: its questions, their check, and the buttons. It knows no network and no
 * storage: the answers come in by props and go out by functions, so the office sees the same form
 * as a student. Another definition needs another `key`.
 */
export function CampusFormFields({
  definition,
  context,
  send,
  answers,
  baseVersion,
  restored = false,
  isNew = true,
  issues,
  isInConflict = false,
  askAgain = nothingAgain,
  files,
  loadClassmates = noClassmates,
  onAnswers,
  onDropDraft,
  onSaved,
  onSkip,
}: CampusFormFieldsProps) {
  const say = useTexts(formTexts)
  const [compiled] = useState(() => compileForm(definition))
  const [hold] = useState(() => new SubmissionHold())
  const [isHeld, setHeld] = useState(false)
  const latest = useRef(context)
  useEffect(() => {
    latest.current = context
  })
  // Everything that judges answers asks for the context anew: the day can change, and files come.
  const [judge] = useState(() => (): AnswerContext => ({
    ...latest.current,
    attachments: files.ids(),
  }))
  const rules = useMemo(() => createRules(compiled, judge), [compiled, judge])
  const names = useMemo(
    () => itemsOf(compiled.definition.items).map(({ item }) => keyOf(item.name)),
    [compiled],
  )
  const known = JSON.stringify(answers)
  const source = useMemo(
    () => ({
      values: toFormValues(
        compiled,
        known === undefined ? undefined : (JSON.parse(known) as CampusFormAnswers),
        judge(),
      ),
      baseVersion,
    }),
    [compiled, known, baseVersion, judge],
  )
  const filled = useContractForm<FormValues, FormValues>({
    rules,
    names,
    source,
    restored,
    mode: 'onBlur',
    issues: issues?.map(({ path, message }) => ({
      path: fieldPathOf(compiled, path.replace(/^answers\./, '')),
      message,
    })),
    onDraft: async (draft) => onAnswers?.(toAnswers(draft.values), draft.baseVersion),
  })
  const { form } = filled
  const [state] = useState(() => new FormStateStore(compiled, source.values, judge))
  const { subscribe, getValues, setValue } = form
  useEffect(() => {
    const settle = (values: FormValues) => {
      state.set(values)
      // A choice can lose others in turn: each is settled by the call that follows `setValue`.
      const [lost] = listLostChoices(compiled, values, state.get())
      if (lost !== undefined) setValue(lost.path, lost.left)
    }
    settle(getValues())
    return subscribe({ formState: { values: true }, callback: ({ values }) => settle(values) })
  }, [subscribe, getValues, setValue, compiled, state])
  const onLeave = useDependentErrors({ compiled, form, judge, wrong: filled.wrong })
  const sayWrong = () => showToast(say.putRight, { ms: INVALID_INPUT_TOAST_MS })
  const submission = useSubmission(filled, {
    send: (values) =>
      send(
        checkAnswers(compiled, normalizeAnswers(compiled, toAnswers(values)), judge()).answers,
        filled.version(),
      ),
    onSaved: (as) => onSaved?.(as),
    onWrong: sayWrong,
  })
  const scope = useMemo(
    () => ({
      compiled,
      form,
      state,
      context: judge,
      onLeave,
      files,
      hold,
      loadClassmates,
      askAgain,
    }),
    [compiled, form, state, judge, onLeave, files, hold, loadClassmates, askAgain],
  )
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (hold.isHeld) {
      setHeld(true)
      const failed = await hold.whenFree()
      setHeld(false)
      if (failed !== undefined) {
        focusField(failed)
        return sayWrong()
      }
    }
    submission.onSubmit(event)
  }
  return (
    <FormBody
      texts={isNew ? say : { ...say, submit: say.edit }}
      {...submission}
      busy={submission.busy || isHeld}
      onSubmit={(event) => void submit(event)}
      restored={restored}
      {...(onDropDraft && { onDropDraft })}
      isInConflict={isInConflict}
      onSkip={onSkip}
    >
      <FormScopeProvider value={scope}>
        <FormItems items={compiled.definition.items} />
      </FormScopeProvider>
    </FormBody>
  )
}
