import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { staffAccounts, type Account } from '#contract/staff-accounts'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import styles from './staff-accounts.module.css'

const FIELDS = ['name', 'department', 'post', 'phone'] as const

/** Edits the details of an account. */
export function EditAccountForm({
  account,
  version,
  onDone,
}: {
  account: Account
  /** The version of the account when it was opened. */
  version: string | undefined
  onDone: () => void
}) {
  const texts = useTexts(staffAccountsTexts)
  const { send, busy, problem } = useOnlineCall()
  const { code, name, department, post, phone } = account
  const [typed, setTyped] = useState({ name, department, post, phone })
  const [opened] = useState(version)
  const submit = async () => {
    const outcome = await send(staffAccounts.change, { code, ...typed }, { ifMatch: opened })
    if (outcome?.type !== 'ok') return
    showToast(texts.saved)
    onDone()
  }
  return (
    <form
      className={styles['narrow']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Card flush>
        {FIELDS.map((field) => (
          <TextField
            key={field}
            label={texts[field]}
            value={typed[field]}
            onChange={({ target }) => setTyped({ ...typed, [field]: target.value })}
          />
        ))}
      </Card>
      <Alert text={problem} />
      <Button type="submit" busy={busy}>
        {texts.save}
      </Button>
      <Button tone="second" onClick={onDone}>
        {texts.cancel}
      </Button>
    </form>
  )
}
