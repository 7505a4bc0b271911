import { useState } from 'react'
import { useLanguage, useTexts } from '#app/lib/language.ts'
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
import { onboardingProgressTexts } from '#i18n/onboarding-progress'

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
  const texts = useTexts(onboardingProgressTexts)
  const language = useLanguage()
  const { send, busy, problem } = useLive()
  const [isOpen, open] = useState(false)
  const [title, setTitle] = useState(() => texts.defaultTitle(step))
  const [content, setContent] = useState(() => texts.defaultContent(step))
  const remind = async () => {
    const outcome = await send(progress.remind, { ...wanted, title, content })
    if (outcome?.type !== 'ok') return
    toast(texts.reminded(outcome.data.told))
    open(false)
    onReminded()
  }
  const last = remindedAt !== '' && (
    <Quiet>{texts.remindedAt(agoOrDate(Date.parse(remindedAt), language))}</Quiet>
  )
  if (!isOpen)
    return (
      <div>
        <Button tone="second" onClick={() => open(true)}>
          {texts.remind}
        </Button>
        {last}
      </div>
    )
  return (
    <Card title={texts.remind}>
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault()
          void remind()
        }}
      >
        <Quiet>
          {texts.remindAbout(expected - done)} {byText && texts.byText} {texts.onceADay}
        </Quiet>
        {last}
        <TextField
          label={texts.noticeTitle}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextareaField
          label={texts.noticeContent}
          value={content}
          onChange={(event) => setContent(event.target.value)}
        />
        <Alert text={problem} />
        <Button type="submit" busy={busy}>
          {texts.remind}
        </Button>
      </Stack>
    </Card>
  )
}
