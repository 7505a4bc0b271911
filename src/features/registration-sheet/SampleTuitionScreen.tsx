import { formatMoney } from '#app/lib/format/money.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Row } from '#app/ui/Row.tsx'
import { sampleFees } from './samples/sample-fees.ts'
import { SamplePage } from './samples/SamplePage.tsx'
import { useSample } from './samples/useSample.ts'
import styles from './samples/sample.module.css'

/** Sample page: tuition to pay (FEE-66). "Pay" only opens the page that follows. */
export function SampleTuitionScreen({ stunum }: { stunum: string }) {
  const { words, said } = useSample()
  const { tuition, lodging, year } = sampleFees
  const due = tuition.fen + lodging.fen
  return (
    <SamplePage title={words.tuition}>
      <Card>
        <MutedText>
          {words.year(year)} · {words.owed}
        </MutedText>
        <p className={styles['big']}>{formatMoney(due)}</p>
      </Card>
      <Card flush>
        <Row label={said(tuition.name)} value={formatMoney(tuition.fen)} />
        <Row label={said(lodging.name)} value={formatMoney(lodging.fen)} />
        <Row label={words.due} value={formatMoney(due)} />
        <Row label={words.paid} value={formatMoney(0)} />
      </Card>
      <ButtonLink to="/feepaid/{-$stunum}" params={{ stunum }}>
        {words.pay}
      </ButtonLink>
    </SamplePage>
  )
}
