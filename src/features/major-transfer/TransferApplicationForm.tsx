import { useMemo, useState } from 'react'
import { Controller } from 'react-hook-form'
import { useCampusRule } from '#app/features/campus-rules/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { invalidateCachedReads } from '#app/lib/cache/query-client.ts'
import { useContractForm } from '#app/lib/forms/contract-form.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import {
  createTransferRequestSchema,
  majorTransfer,
  TRANSFER_RULE,
  type TransferApplication,
  type TransferChoices,
  type TransferRequest,
} from '#contract/major-transfer'
import { countCharacters } from '#contract/normalize'
import { formTexts } from '#i18n/form'
import { majorTransferTexts } from '#i18n/major-transfer'
import { transferChoicesQuery } from './queries.ts'

/** The form of an application: department, major and reason (MAJ-06). */
export function TransferApplicationForm({
  choices,
  changes,
  draftReason,
  listReadAt = 0,
  onDraft,
  onDropDraft,
  onSent,
}: {
  choices: TransferChoices
  /** The application to change; undefined for a new one. */
  changes?: TransferApplication
  /** The draft of the reason from an earlier visit. */
  draftReason: string
  /** When the list of applications was last read, ms since the epoch. */
  listReadAt?: number | undefined
  onDraft: (reason: string) => Promise<void>
  onDropDraft: () => void
  onSent: () => void
}) {
  const texts = useTexts(majorTransferTexts)
  const say = useTexts(formTexts)
  const { send, busy, problem, setProblem } = useOnlineCall()
  const [department, setDepartment] = useState(changes?.newDepartmentId ?? '')
  const kept = useCachedQuery(transferChoicesQuery(department))
  const majors = department === '' ? [] : (kept.data?.choices.majors ?? [])
  const [values] = useState<TransferRequest>(() => ({
    student: currentSession()?.subject ?? '',
    oldMajor: choices.student.majorId,
    newMajor: changes?.newMajorId ?? '',
    reason: changes?.reason ?? draftReason,
    changes: changes?.id,
  }))
  const { reason: shortest } = useCampusRule('transfer', TRANSFER_RULE)
  const rules = useMemo(() => createTransferRequestSchema(shortest), [shortest])
  const { form, wrong, focusFirst } = useContractForm<TransferRequest, TransferRequest>({
    rules,
    names: ['newMajor', 'reason'],
    source: { values },
    restored: draftReason !== '',
    onDraft: ({ values: { reason } }) => onDraft(reason),
  })
  const { errors, submitCount } = form.formState
  // When a request got no response, ms since the epoch. The university might have received that
  // application.
  const [lostAt, setLostAt] = useState<number>()
  const valid = async (wish: TransferRequest) => {
    setLostAt(undefined)
    const outcome = await send(majorTransfer.apply, wish)
    if (outcome?.type === 'ok') return onSent()
    if (outcome?.type === 'unreachable' || outcome?.type === 'unreadable') {
      setProblem(undefined)
      setLostAt(Date.now())
    }
    // The list is read again, because the university might have received the application or decided
    // it in the meantime.
    if (outcome !== undefined) void invalidateCachedReads('transfers')
    if (outcome?.type === 'refused' && outcome.message === '')
      setProblem(changes === undefined ? texts.addFailed : texts.changeFailed)
  }
  return (
    <FormBody
      texts={say}
      restored={draftReason !== ''}
      errors={submitCount > 0 ? wrong.map(({ message }) => message) : []}
      problem={problem}
      busy={busy}
      onDropDraft={() => {
        onDropDraft()
        form.setValue('reason', '')
      }}
      onSubmit={(event) => void form.handleSubmit(valid, focusFirst)(event)}
    >
      <Card flush title={texts.wish}>
        <SelectField
          label={texts.newDepartment}
          value={department}
          options={choices.departments.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={texts.choose}
          onChange={(chosen) => {
            setDepartment(chosen)
            // The major is cleared, because majors belong to a department (MAJ-10).
            form.setValue('newMajor', '', { shouldDirty: true })
          }}
        />
        <Controller
          control={form.control}
          name="newMajor"
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <SelectField
              ref={ref}
              label={texts.wish}
              value={value}
              error={errors.newMajor?.message}
              hint={hintFor(department, {
                waiting: kept.data === undefined,
                none: majors.length === 0,
                texts,
              })}
              options={majors.map(({ id, name }) => ({ value: id, label: name }))}
              placeholder={texts.choose}
              onChange={onChange}
              onBlur={onBlur}
            />
          )}
        />
      </Card>
      <Card flush>
        <TextareaField
          label={texts.reason}
          rows={7}
          hint={texts.reasonHint(countCharacters(form.watch('reason')), shortest)}
          error={errors.reason?.message}
          {...form.register('reason')}
        />
      </Card>
      {lostAt !== undefined && (
        <MutedText as="output" note>
          {listReadAt > lostAt ? texts.notArrived : texts.resultUnknown}
        </MutedText>
      )}
    </FormBody>
  )
}

function hintFor(
  department: string,
  {
    waiting,
    none,
    texts,
  }: { waiting: boolean; none: boolean; texts: { departmentFirst: string; noMajors: string } },
): string | undefined {
  if (department === '') return texts.departmentFirst
  return !waiting && none ? texts.noMajors : undefined
}
