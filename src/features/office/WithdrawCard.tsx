import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import type { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { officeTexts } from '#i18n/office'
import styles from './office.module.css'

/** Withdraws an item: explains the effect and requires a reason. */
export function WithdrawCard({
  title,
  text,
  live: { busy, problem },
  onWithdraw,
}: {
  /** The title of the card and its button. */
  title: string
  text: string
  live: Pick<ReturnType<typeof useOnlineCall>, 'busy' | 'problem'>
  onWithdraw: (reason: string) => void
}) {
  const texts = useTexts(officeTexts)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const withdraw = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() !== '') onWithdraw(reason)
  }
  return (
    <Card title={title}>
      <div className={styles['reasoned']}>
        <MutedText>{text}</MutedText>
        <TextField
          label={texts.reason}
          value={reason}
          error={missing ? texts.reasonNeeded : undefined}
          onType={setReason}
        />
        <Alert text={problem} />
        <Button tone="danger" busy={busy} onClick={withdraw}>
          {title}
        </Button>
      </div>
    </Card>
  )
}
