import { useState } from 'react'
import {
  submitSandboxChoice,
  type SandboxChoice,
  useIsSandboxSheetOpen,
} from '#app/host/pay-sandbox.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { feesTexts } from '#i18n/fees'
import { sandboxTexts } from '#i18n/sandbox'
import styles from '../fees.module.css'

/**
 * A payment sheet for the sandbox, clearly marked as a test. The tester chooses the result, or that
 * the phone gets none.
 */
export function SandboxSheet({ amount }: { amount: number }) {
  const texts = useTexts(feesTexts)
  const { mark } = useTexts(sandboxTexts)
  const open = useIsSandboxSheetOpen()
  const [chosen, setChosen] = useState<SandboxChoice>()
  const choose = (choice: SandboxChoice) => {
    if (chosen !== undefined) return
    setChosen(choice)
    void submitSandboxChoice(choice).finally(() => setChosen(undefined))
  }
  const ways = [
    { choice: 'ok', tone: 'main', label: texts.sandboxPay },
    { choice: 'cancel', tone: 'second', label: texts.sandboxCancel },
    { choice: 'fail', tone: 'second', label: texts.sandboxFail },
    { choice: 'dies', tone: 'danger', label: texts.sandboxDies },
  ] as const
  return (
    <Sheet open={open} title={texts.sandboxTitle} onClose={() => choose('cancel')}>
      <div className={styles['sandbox']}>
        <Pill tone="wait">{mark}</Pill>
        <p className={styles['big']}>{formatMoney(amount)}</p>
        <MutedText>{texts.sandboxText}</MutedText>
        {ways.map(({ choice, tone, label }) => (
          <Button key={choice} tone={tone} busy={chosen === choice} onClick={() => choose(choice)}>
            {label}
          </Button>
        ))}
      </div>
    </Sheet>
  )
}
