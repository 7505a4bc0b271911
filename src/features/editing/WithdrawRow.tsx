import { useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import type { LiveWrite } from '#contract/call'
import { editingWords } from '#words/editing'
import { officeWords } from '#words/office'
import styles from './editing.module.css'

/** Take a row out of use, with a reason; refused in words where something was built on it. */
export function WithdrawRow({
  entry,
  row,
  onDone,
}: {
  entry: LiveWrite<{ id: string; version: string; reason: string }, Record<never, never>>
  row: { readonly id: string; readonly version: string }
  onDone: () => void
}) {
  const words = useWords(editingWords)
  const office = useWords(officeWords)
  const live = useLive()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const withdraw = async () => {
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return
    const { id, version } = row
    const outcome = await live.send(entry, { id, version, reason })
    if (outcome?.type === 'ok') onDone()
  }
  return (
    <div className={styles['form']}>
      <Card title={words.withdraw}>
        <div className={styles['form']}>
          <p className={styles['about']}>{words.withdrawText}</p>
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
    </div>
  )
}
