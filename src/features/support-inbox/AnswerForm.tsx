import { useContractForm } from '#app/lib/forms/contract-form.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Card } from '#app/ui/Card.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { countCharacters } from '#contract/normalize'
import {
  MAX_ANSWER_LENGTH,
  supportInbox,
  type InboxReply,
  inboxReplySchema,
} from '#contract/support-inbox'
import { formTexts } from '#i18n/form'
import { supportInboxTexts } from '#i18n/support-inbox'

const keepNothing = () => Promise.resolve()

/**
 * The form that answers an entry. If the entry has changed since it was read, the answer is refused
 * with a message.
 */
export function AnswerForm({
  id,
  etag,
  isAnswered,
  onEnd,
}: {
  id: string
  etag: string | undefined
  /** Whether the entry already has an answer. */
  isAnswered: boolean
  /** Called after the answer was sent, and also if the entry has changed since it was read. */
  onEnd: () => void
}) {
  const texts = useTexts(supportInboxTexts)
  const say = useTexts(formTexts)
  const { send, busy, problem } = useOnlineCall()
  const { form, wrong, focusFirst } = useContractForm<InboxReply, InboxReply>({
    rules: inboxReplySchema,
    names: ['content'],
    source: { values: { id, content: '' } },
    restored: false,
    onDraft: keepNothing,
  })
  const { errors, submitCount } = form.formState
  const valid = async (reply: InboxReply) => {
    const outcome = await send(supportInbox.answer, { ...reply, id }, { ifMatch: etag })
    if (outcome?.type === 'ok') {
      showToast(texts.sent)
      form.reset({ id, content: '' })
    }
    // The typed text stays in the form, because the user might want to add it to a colleague's
    // answer.
    if (outcome?.type === 'ok' || outcome?.type === 'conflict') onEnd()
  }
  return (
    <FormBody
      texts={{ ...say, needed: undefined, submit: texts.send }}
      errors={submitCount > 0 ? wrong.map(({ message }) => message) : []}
      problem={problem}
      busy={busy}
      onSubmit={(event) => void form.handleSubmit(valid, focusFirst)(event)}
    >
      <Card flush>
        <TextareaField
          label={isAnswered ? texts.another : texts.answer}
          rows={6}
          hint={texts.answerHint(countCharacters(form.watch('content')), MAX_ANSWER_LENGTH)}
          error={errors.content?.message}
          {...form.register('content')}
        />
      </Card>
    </FormBody>
  )
}
