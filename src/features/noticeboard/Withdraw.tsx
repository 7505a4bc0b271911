import { useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { noticeboard } from '#contract/noticeboard'
import { noticeboardWords } from '#words/noticeboard'
import { officeWords } from '#words/office'
import styles from './noticeboard.module.css'

/** Take a notice back, with a reason. */
export function Withdraw({
  id,
  tag,
  onDone,
}: {
  id: string
  tag: string | undefined
  onDone: (() => void) | undefined
}) {
  const words = useWords(noticeboardWords)
  const office = useWords(officeWords)
  const live = useLive()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const withdraw = async () => {
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return
    const outcome = await live.send(noticeboard.withdraw, { id, reason }, { ifMatch: tag })
    if (outcome?.type === 'ok') onDone?.()
  }
  return (
    <Card title={words.withdraw}>
      <div className={styles['form']}>
        <p className={styles['quiet']}>{words.withdrawText}</p>
        <TextField
          label={office.reason}
          value={reason}
          error={missing ? office.reasonNeeded : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        <Alert text={live.problem} />
        <Button tone="danger" busy={live.busy} onClick={() => void withdraw()}>
          {words.withdraw}
        </Button>
      </div>
    </Card>
  )
}
