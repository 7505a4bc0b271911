import { useState } from 'react'
import { invalidateCachedReads } from '#app/lib/cache/query-client.ts'
import { useContractForm } from '#app/lib/forms/contract-form.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { getCallerIds } from '#app/lib/session/session.ts'
import { FormBody } from '#app/ui/FormBody.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { countCharacters } from '#contract/normalize'
import { type Complaint, complaintReopeningSchema, support } from '#contract/support'
import { formTexts } from '#i18n/form'
import { supportTexts } from '#i18n/support'
import styles from './support.module.css'

const keepNothing = () => Promise.resolve()

/** Reopens an answered complaint, or a closed one within the time limit. */
export function ReopenComplaint({ complaint }: { complaint: Complaint }) {
  const texts = useTexts(supportTexts)
  const [isOpen, open] = useState(false)
  const { id, state, reopenUntil = '' } = complaint
  if (state === 'closed' && reopenUntil === '')
    return (
      <div className={styles['under']}>
        <MutedText>{texts.closedForGood}</MutedText>
      </div>
    )
  return (
    <div className={styles['under']}>
      {state === 'closed' && <MutedText>{texts.reopenUntil(reopenUntil)}</MutedText>}
      {isOpen ? (
        <ReopenComplaintForm id={id} />
      ) : (
        <TextButton onClick={() => open(true)}>{texts.unsolved}</TextButton>
      )}
    </div>
  )
}

function ReopenComplaintForm({ id }: { id: string }) {
  const texts = useTexts(supportTexts)
  const say = useTexts(formTexts)
  const { send, busy, problem } = useOnlineCall()
  const { form, wrong, focusFirst } = useContractForm<{ content: string }, { content: string }>({
    rules: complaintReopeningSchema,
    names: ['content'],
    source: { values: { content: '' } },
    restored: false,
    onDraft: keepNothing,
  })
  const { errors, submitCount } = form.formState
  const valid = async ({ content }: { content: string }) => {
    const outcome = await send(support.reopen, { ...getCallerIds(), id, content })
    if (outcome?.type === 'ok') showToast(texts.unsolvedSent)
    // The complaints are read again even if the request got no response, because the campus might
    // have received it.
    if (outcome !== undefined) await invalidateCachedReads('complaints')
  }
  return (
    <FormBody
      texts={{ ...say, needed: undefined }}
      errors={submitCount > 0 ? wrong.map(({ message }) => message) : []}
      problem={problem}
      busy={busy}
      onSubmit={(event) => void form.handleSubmit(valid, focusFirst)(event)}
    >
      <TextareaField
        label={texts.unsolvedLabel}
        rows={4}
        hint={texts.complaintHint(countCharacters(form.watch('content')))}
        error={errors.content?.message}
        {...form.register('content')}
      />
    </FormBody>
  )
}
