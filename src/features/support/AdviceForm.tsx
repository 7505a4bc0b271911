import { useContractForm } from '#app/lib/forms/contract-form.ts'
import { useWords } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { whoAsks } from '#app/lib/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { countOf } from '#contract/plain'
import { complaintSchema, support } from '#contract/support'
import { formWords } from '#words/form'
import { supportWords } from '#words/support'

interface Complaint {
  content: string
}

/** The form of a complaint: one text of at most 500 characters. */
export function AdviceForm({
  typed,
  onDraft,
  onDropDraft,
  onSent,
}: {
  /** What was typed at an earlier visit. */
  typed: string
  onDraft: (text: string) => Promise<void>
  onDropDraft: () => void
  onSent: () => void
}) {
  const words = useWords(supportWords)
  const say = useWords(formWords)
  const { send, busy, problem } = useLive()
  const { form, wrong, focusFirst } = useContractForm<Complaint, Complaint>({
    rules: complaintSchema,
    names: ['content'],
    source: { values: { content: typed } },
    restored: typed !== '',
    onDraft: ({ values }) => onDraft(values.content),
  })
  const { errors, submitCount } = form.formState
  const valid = async ({ content }: Complaint) => {
    const outcome = await send(support.complain, { ...whoAsks(), content })
    if (outcome?.type === 'ok') onSent()
  }
  return (
    <FormBody
      words={{ ...say, needed: undefined }}
      restored={typed !== ''}
      errors={submitCount > 0 ? wrong.map(({ message }) => message) : []}
      problem={problem}
      busy={busy}
      onDropDraft={() => {
        onDropDraft()
        form.reset({ content: '' })
      }}
      onSubmit={(event) => void form.handleSubmit(valid, focusFirst)(event)}
    >
      <Card flush>
        <TextareaField
          label={words.complaintLabel}
          rows={8}
          hint={words.complaintHint(countOf(form.watch('content')))}
          error={errors.content?.message}
          {...form.register('content')}
        />
      </Card>
    </FormBody>
  )
}
