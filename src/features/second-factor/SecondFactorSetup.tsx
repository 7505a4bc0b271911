import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { QrCode } from '#app/ui/QrCode.tsx'
import { secondFactor } from '#contract/second-factor'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { SecondFactorCodeForm } from './SecondFactorCodeForm.tsx'
import styles from './second-factor.module.css'

/**
 * Sets up a second factor: the user scans the code, enters a first code, and saves the recovery
 * codes.
 */
export function SecondFactorSetup({ label, onDone }: { label: string; onDone: () => void }) {
  const texts = useTexts(staffAccountsTexts)
  const { send, busy, problem } = useOnlineCall()
  const [begun, setBegun] = useState<{ secret: string; address: string }>()
  const [recovery, setRecovery] = useState<readonly string[]>()
  const begin = async () => {
    const outcome = await send(secondFactor.begin, {})
    if (outcome?.type === 'ok') setBegun(outcome.data)
  }
  if (recovery !== undefined)
    return (
      <Card>
        <p>{texts.recovery}</p>
        <ul className={styles['recovery']}>
          {recovery.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Button onClick={onDone}>{texts.recoveryKept}</Button>
      </Card>
    )
  if (begun === undefined)
    return (
      <>
        <Alert text={problem} />
        <Button busy={busy} onClick={() => void begin()}>
          {label}
        </Button>
      </>
    )
  return (
    <Card>
      <div className={styles['form']}>
        <p>{texts.factorBegin}</p>
        <QrCode text={begun.address} label={texts.factorPicture} />
        <p>
          {texts.factorByHand} <code className={styles['key']}>{begun.secret}</code>
        </p>
        <SecondFactorCodeForm
          send={(code) => send(secondFactor.confirm, { code })}
          busy={busy}
          problem={problem}
          onDone={({ recovery: codes }) => setRecovery(codes)}
        />
      </div>
    </Card>
  )
}
