import { shownMoney } from '#app/lib/money.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Row } from '#app/ui/Row.tsx'
import { sampleFees } from './sample-fees.ts'
import { SamplePage } from './SamplePage.tsx'
import { useSample } from './useSample.ts'
import styles from './sample.module.css'

/** Tuition to be paid, a sample (FEE-66); "pay" only shows the page that comes after it. */
export function TuitionScreen({ stunum }: { stunum: string }) {
  const { words, said } = useSample()
  const { tuition, lodging, year } = sampleFees
  const due = tuition.fen + lodging.fen
  return (
    <SamplePage title={words.tuition}>
      <Card>
        <Quiet>
          {words.year(year)} · {words.owed}
        </Quiet>
        <p className={styles['big']}>{shownMoney(due)}</p>
      </Card>
      <Card flush>
        <Row label={said(tuition.name)} value={shownMoney(tuition.fen)} />
        <Row label={said(lodging.name)} value={shownMoney(lodging.fen)} />
        <Row label={words.due} value={shownMoney(due)} />
        <Row label={words.paid} value={shownMoney(0)} />
      </Card>
      <ButtonLink to="/feepaid/{-$stunum}" params={{ stunum }}>
        {words.pay}
      </ButtonLink>
    </SamplePage>
  )
}
