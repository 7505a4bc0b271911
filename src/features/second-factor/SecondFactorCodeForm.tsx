import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import type { CallOutcome } from '#app/lib/network/call-api.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import styles from './second-factor.module.css'

/** The input for a code of the second factor. */
export function SecondFactorCodeForm<O>({
  send,
  busy,
  problem,
  onDone,
}: {
  send: (code: string) => Promise<CallOutcome<O> | undefined>
  busy: boolean
  problem: string | undefined
  onDone: (answer: O) => void
}) {
  const texts = useTexts(staffAccountsTexts)
  const [code, setCode] = useState('')
  const submit = async () => {
    const outcome = await send(code)
    if (outcome?.type === 'ok') onDone(outcome.data)
    else setCode('')
  }
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label={texts.factorCode}
        value={code}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        onType={setCode}
      />
      <Alert text={problem} />
      <Button type="submit" busy={busy}>
        {texts.factorSubmit}
      </Button>
    </form>
  )
}
