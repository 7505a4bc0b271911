import { useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { imports } from '#contract/imports'
import { importWords } from '#words/imports'

/** Take an import back, with a reason. */
export function TakeBackForm({ id, onBegun }: { id: string; onBegun: () => void }) {
  const words = useWords(importWords)
  const { send, busy, problem, complain } = useLive()
  const [reason, setReason] = useState('')
  const take = async () => {
    if (reason.trim() === '') return complain(words.reasonNeeded)
    await send(imports.takeBack, { id, reason })
    onBegun()
  }
  return (
    <Card title={words.takeBack}>
      <p>{words.takeBackAsk}</p>
      <TextField
        label={words.reason}
        value={reason}
        maxLength={200}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button tone="danger" busy={busy} onClick={() => void take()}>
        {words.takeBack}
      </Button>
      <Alert text={problem} />
    </Card>
  )
}
