import { useState } from 'react'
import { formatRecentTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { TextareaField, TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import type { Call } from '#contract/call'
import type { StepProgress } from '#contract/onboarding-progress'
import { onboardingProgressTexts } from '#i18n/onboarding-progress'

/** A notice to all students who have not completed a step, with an editable text. */
export function ReminderForm<W extends object>({
  step: { title: step, expected, done, remindedAt },
  entry,
  wanted,
  byText,
  onReminded,
}: {
  step: Omit<StepProgress, 'step' | 'position'>
  /** The call that sends the reminder to the students of `wanted`. */
  entry: Call<W & { title: string; content: string }, { told: number }>
  wanted: W
  /** Whether the reminder is also sent by SMS. */
  byText: boolean
  onReminded: () => void
}) {
  const texts = useTexts(onboardingProgressTexts)
  const language = useLanguage()
  const { send, busy, problem } = useOnlineCall()
  const [isOpen, open] = useState(false)
  const [title, setTitle] = useState(() => texts.defaultTitle(step))
  const [content, setContent] = useState(() => texts.defaultContent(step))
  const remind = async () => {
    const outcome = await send(entry, { ...wanted, title, content })
    if (outcome?.type !== 'ok') return
    showToast(texts.reminded(outcome.data.told))
    open(false)
    onReminded()
  }
  const last = remindedAt !== '' && (
    <MutedText>{texts.remindedAt(formatRecentTime(Date.parse(remindedAt), language))}</MutedText>
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
        <MutedText>
          {texts.remindAbout(expected - done)} {byText && texts.byText} {texts.onceADay}
        </MutedText>
        {last}
        <TextField label={texts.noticeTitle} value={title} onType={setTitle} />
        <TextareaField label={texts.noticeContent} value={content} onType={setContent} />
        <Alert text={problem} />
        <Button type="submit" busy={busy}>
          {texts.remind}
        </Button>
      </Stack>
    </Card>
  )
}
