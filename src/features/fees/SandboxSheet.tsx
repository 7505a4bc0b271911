import { useState } from 'react'
import { chooseInSandbox, type SandboxChoice, useSandboxSheet } from '#app/host/pay-sandbox.ts'
import { useWords } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Button } from '#app/ui/Button.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { feesWords } from '#words/fees'
import { sandboxWords } from '#words/sandbox'
import styles from './fees.module.css'

/** The payment sheet of the sandbox, clearly no real one: it ends as one wishes, or not at all. */
export function SandboxSheet({ amount }: { amount: number }) {
  const words = useWords(feesWords)
  const { mark } = useWords(sandboxWords)
  const open = useSandboxSheet()
  const [chosen, setChosen] = useState<SandboxChoice>()
  const choose = (choice: SandboxChoice) => {
    if (chosen !== undefined) return
    setChosen(choice)
    void chooseInSandbox(choice).finally(() => setChosen(undefined))
  }
  const ways = [
    { choice: 'ok', tone: 'main', label: words.sandboxPay },
    { choice: 'cancel', tone: 'second', label: words.sandboxCancel },
    { choice: 'fail', tone: 'second', label: words.sandboxFail },
    { choice: 'dies', tone: 'danger', label: words.sandboxDies },
  ] as const
  return (
    <Sheet
      open={open}
      title={words.sandboxTitle}
      closeLabel={words.close}
      onClose={() => choose('cancel')}
    >
      <div className={styles['sandbox']}>
        <Pill tone="wait">{mark}</Pill>
        <p className={styles['big']}>{shownMoney(amount)}</p>
        <Quiet>{words.sandboxText}</Quiet>
        {ways.map(({ choice, tone, label }) => (
          <Button key={choice} tone={tone} busy={chosen === choice} onClick={() => choose(choice)}>
            {label}
          </Button>
        ))}
      </div>
    </Sheet>
  )
}
