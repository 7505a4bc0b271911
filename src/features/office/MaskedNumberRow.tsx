import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Row } from '#app/ui/Row.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { Call } from '#contract/call'
import type { RevealedNumber } from '#contract/reveal'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'

/** A masked number that can be revealed; revealing it is recorded in the audit log. */
export function MaskedNumberRow<What extends string>({
  label,
  masked,
  reveal,
  student,
  what,
}: {
  label: string
  masked: string
  /** The call that reveals the number; without one it stays masked. */
  reveal: Call<{ student: string; what: What }, RevealedNumber> | undefined
  student: string
  what: What
}) {
  const texts = useTexts(greenChannelReviewTexts)
  const { send, problem } = useOnlineCall()
  const [number, setNumber] = useState<string>()
  const look = async () => {
    if (reveal === undefined) return
    const outcome = await send(reveal, { student, what })
    if (outcome?.type === 'ok') setNumber(outcome.data.number)
  }
  return (
    <>
      <Row
        label={label}
        value={number ?? masked}
        trailing={
          reveal !== undefined &&
          number === undefined &&
          // Another backend might have sent the number unmasked; then there is nothing to reveal.
          masked.includes('*') && (
            <TextButton
              label={`${texts.show} ${label} · ${texts.showNote}`}
              onClick={() => void look()}
            >
              {texts.show}
            </TextButton>
          )
        }
      />
      <Alert text={problem} />
    </>
  )
}
