import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { imports } from '#contract/imports'
import { importTexts } from '#i18n/imports'

/** Reverts an import, with a reason. */
export function RevertImportForm({ id, onBegun }: { id: string; onBegun: () => void }) {
  const texts = useTexts(importTexts)
  const { send, busy, problem, setProblem } = useOnlineCall()
  const [reason, setReason] = useState('')
  const take = async () => {
    if (reason.trim() === '') return setProblem(texts.reasonNeeded)
    await send(imports.takeBack, { id, reason })
    onBegun()
  }
  return (
    <Card title={texts.takeBack}>
      <p>{texts.takeBackAsk}</p>
      <TextField label={texts.reason} value={reason} maxLength={200} onType={setReason} />
      <Button tone="danger" busy={busy} onClick={() => void take()}>
        {texts.takeBack}
      </Button>
      <Alert text={problem} />
    </Card>
  )
}
