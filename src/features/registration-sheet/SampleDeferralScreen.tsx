import { Check, Clock, X } from 'lucide'
import { useState } from 'react'
import { formatMoney } from '#app/lib/format/money.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Row } from '#app/ui/Row.tsx'
import { samplePerson } from './samples/sample-person.ts'
import { SamplePage } from './samples/SamplePage.tsx'
import { useSample } from './samples/useSample.ts'
import styles from './samples/sample.module.css'

type State = '0' | '1' | '2'

/** Sample page: the deferral in its three states, with a switch (GRN-03, D-76). */
export function SampleDeferralScreen() {
  const { words, said } = useSample()
  const [state, setState] = useState<State>('0')
  const states: readonly { readonly value: State; readonly label: string }[] = [
    { value: '0', label: words.pending },
    { value: '1', label: words.approved },
    { value: '2', label: words.rejected },
  ]
  return (
    <SamplePage title={words.delay}>
      <div role="radiogroup" aria-label={words.delayState}>
        <Card flush title={words.delayState}>
          {states.map(({ value, label }) => (
            <label key={value} className={styles['good']}>
              <input
                type="radio"
                name="state"
                checked={state === value}
                onChange={() => setState(value)}
              />
              <span>{label}</span>
            </label>
          ))}
        </Card>
      </div>
      <Card flush>
        <Row label={words.reviewStatus} value={<DeferralStatus state={state} />} />
        <Row label={words.name} value={said(samplePerson.name)} />
        <Row label={words.applied} value={formatMoney(sampleDeferral.fen)} />
        <Row label={words.appliedOn} value={sampleDeferral.appliedOn} />
        {state === '2' && <Row label={words.reason} value={said(sampleDeferral.reason)} />}
      </Card>
    </SamplePage>
  )
}

function DeferralStatus({ state }: { state: State }) {
  const { words } = useSample()
  const { tone, icon, word } = {
    '0': { tone: 'wait' as const, icon: <Icon of={Clock} />, word: words.pending },
    '1': { tone: 'done' as const, icon: <Icon of={Check} />, word: words.approved },
    '2': { tone: 'need' as const, icon: <Icon of={X} />, word: words.rejected },
  }[state]
  return (
    <output>
      <Pill tone={tone} icon={icon}>
        {word}
      </Pill>
    </output>
  )
}

/** Sample data of the deferral page; the amount in fen. */
const sampleDeferral = {
  fen: 1_020_000,
  appliedOn: '2019-08-01',
  reason: { zh: '示例原因：材料不完整', en: 'Sample reason: papers are missing' },
}
