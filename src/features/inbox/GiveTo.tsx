import { useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { useLive } from '#app/lib/live.ts'
import { SelectField } from '#app/ui/SelectField.tsx'
import { toast } from '#app/ui/toast.ts'
import { inbox } from '#contract/inbox'
import { formWords } from '#words/form'
import { inboxWords } from '#words/inbox'

/** Who looks after an entry; choosing somebody else gives it to them at once. */
export function GiveTo({
  id,
  staff,
  name,
  onGiven,
}: {
  id: string
  staff: string
  name: string
  onGiven: () => void
}) {
  const words = useWords(inboxWords)
  const form = useWords(formWords)
  const { send, problem } = useLive()
  const live = useLiveRead({ name: 'inbox-colleagues', entry: inbox.colleagues, input: {} })
  const colleagues = (live.data?.colleagues ?? []).map((one) => ({
    value: one.code,
    label: `${one.name} ${one.code}`,
  }))
  const known = colleagues.some(({ value }) => value === staff)
  const give = async (to: string) => {
    const outcome = await send(inbox.assign, { id, staff: to })
    if (outcome?.type !== 'ok') return
    toast(words.given)
    onGiven()
  }
  return (
    <SelectField
      label={words.whose}
      value={staff}
      error={problem ?? live.problem}
      options={[
        { value: '', label: words.nobody },
        // Whose role was taken since keeps it until it is given to somebody else.
        ...(staff === '' || known ? [] : [{ value: staff, label: name }]),
        ...colleagues,
      ]}
      closeLabel={form.close}
      onChange={(to) => void give(to)}
    />
  )
}
