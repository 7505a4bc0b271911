import { useState } from 'react'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { agoOrDate } from '#app/lib/moments.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { TextareaField, TextField } from '#app/ui/TextField.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Input } from '#contract/call'
import { type Progress, progress } from '#contract/progress'
import { progressWords } from '#words/progress'

/** A notice to everybody who has not finished a step, in words that can be changed before. */
export function Reminder({
  step: { title: step, expected, done, remindedAt },
  wanted,
  byText,
  onReminded,
}: {
  step: Progress
  wanted: Omit<Input<typeof progress.remind>, 'title' | 'content'>
  /** It goes as a text to telephones, too. */
  byText: boolean
  onReminded: () => void
}) {
  const words = useWords(progressWords)
  const language = useLanguage()
  const { send, busy, problem } = useLive()
  const [isOpen, open] = useState(false)
  const [title, setTitle] = useState(() => words.defaultTitle(step))
  const [content, setContent] = useState(() => words.defaultContent(step))
  const remind = async () => {
    const outcome = await send(progress.remind, { ...wanted, title, content })
    if (outcome?.type !== 'ok') return
    toast(words.reminded(outcome.data.told))
    open(false)
    onReminded()
  }
  const last = remindedAt !== '' && (
    <Quiet>{words.remindedAt(agoOrDate(Date.parse(remindedAt), language))}</Quiet>
  )
  if (!isOpen)
    return (
      <div>
        <Button tone="second" onClick={() => open(true)}>
          {words.remind}
        </Button>
        {last}
      </div>
    )
  return (
    <Card title={words.remind}>
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault()
          void remind()
        }}
      >
        <Quiet>
          {words.remindAbout(expected - done)} {byText && words.byText} {words.onceADay}
        </Quiet>
        {last}
        <TextField
          label={words.noticeTitle}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextareaField
          label={words.noticeContent}
          value={content}
          onChange={(event) => setContent(event.target.value)}
        />
        <Alert text={problem} />
        <Button type="submit" busy={busy}>
          {words.remind}
        </Button>
      </Stack>
    </Card>
  )
}
