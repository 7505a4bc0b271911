import { Check } from 'lucide'
import { formatMoney } from '#app/lib/format/money.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Row } from '#app/ui/Row.tsx'
import { sampleFees } from './samples/sample-fees.ts'
import { SamplePage } from './samples/SamplePage.tsx'
import { useSample } from './samples/useSample.ts'
import styles from './samples/sample.module.css'

/** Sample page: paid tuition (FEE-67). */
export function SamplePaidScreen() {
  const { words, said } = useSample()
  const { tuition, lodging, year, receipt, paidAt } = sampleFees
  return (
    <SamplePage title={words.feePaid}>
      <Card>
        <div className={styles['paid']}>
          <MutedText>
            {words.year(year)} · {words.paid}
          </MutedText>
          <Pill tone="done" icon={<Icon of={Check} />}>
            {words.feePaidDone}
          </Pill>
        </div>
        <p className={styles['big']}>{formatMoney(tuition.fen + lodging.fen)}</p>
      </Card>
      <Card flush>
        <Row label={said(tuition.name)} value={formatMoney(tuition.fen)} />
        <Row label={said(lodging.name)} value={formatMoney(lodging.fen)} />
        <Row label={words.time} value={paidAt} />
        <Row label={words.receipt} value={receipt} />
      </Card>
      <ButtonLink tone="second" to="/">
        {words.home}
      </ButtonLink>
    </SamplePage>
  )
}
