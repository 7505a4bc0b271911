import { useState } from 'react'
import { formatMoney } from '#app/lib/format/money.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { sampleOrder } from './samples/sample-order.ts'
import { SamplePage } from './samples/SamplePage.tsx'
import { useSample } from './samples/useSample.ts'
import styles from './samples/sample.module.css'

/** Sample page: booking of daily-use goods (RPT-05). */
export function SampleDailyGoodsScreen() {
  const { words, said } = useSample()
  const [chosen, choose] = useState<readonly string[]>([])
  const things = sampleOrder.goods.filter(({ id }) => chosen.includes(id))
  return (
    <SamplePage title={words.daily}>
      <Card flush title={words.goods}>
        {sampleOrder.goods.map(({ id, name, fen }) => (
          <label key={id} className={styles['good']}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                choose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
            <span className={styles['goodName']}>{said(name)}</span>
            <span>{formatMoney(fen)}</span>
          </label>
        ))}
      </Card>
      <Card flush>
        <Row
          label={words.total}
          value={
            <b className={styles['sum']}>
              {formatMoney(things.reduce((sum, { fen }) => sum + fen, 0))}
            </b>
          }
          description={words.chosen(things.length)}
        />
      </Card>
      <ButtonLink to="/ConfirmOrder">{words.toOrder}</ButtonLink>
    </SamplePage>
  )
}
