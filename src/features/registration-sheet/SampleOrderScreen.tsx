import { useState } from 'react'
import { formatMoney } from '#app/lib/format/money.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { sampleOrder } from './samples/sample-order.ts'
import { samplePerson } from './samples/sample-person.ts'
import { SamplePage } from './samples/SamplePage.tsx'
import { Stepper } from './samples/Stepper.tsx'
import { useSample } from './samples/useSample.ts'
import styles from './samples/sample.module.css'

/** Sample page: an order before it is placed (RPT-04); at most 20 of each item (RPT-10). */
export function SampleOrderScreen() {
  const { words, said, sayNothingSent } = useSample()
  const [quantity, setQuantity] = useState(1)
  const [thing] = sampleOrder.goods
  return (
    <SamplePage title={words.order}>
      <Card flush>
        <Row label={words.receiver} value={said(samplePerson.name)} />
        <Row label={words.pickUp} value={said(sampleOrder.pickUp)} />
      </Card>
      {thing && (
        <Card flush>
          <Row label={words.item} value={said(thing.name)} />
          <Row label={words.unitPrice} value={formatMoney(thing.fen)} />
          <Stepper
            label={words.quantity}
            value={quantity}
            least={1}
            most={sampleOrder.most}
            fewerLabel={words.fewer}
            moreLabel={words.more}
            hint={words.most(sampleOrder.most)}
            onChange={setQuantity}
          />
          <Row
            label={words.total}
            value={<b className={styles['sum']}>{formatMoney(thing.fen * quantity)}</b>}
          />
        </Card>
      )}
      <Button onClick={sayNothingSent}>{words.placeOrder}</Button>
    </SamplePage>
  )
}
