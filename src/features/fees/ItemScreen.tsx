import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { config } from '#app/lib/config.ts'
import { useTexts } from '#app/lib/language.ts'
import { serverYear } from '#app/lib/moments.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { useNamed } from '#app/ui/named.ts'
import { Page } from '#app/ui/Page.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { Row } from '#app/ui/Row.tsx'
import { toast } from '#app/ui/toast.ts'
import { isPayable, type Item } from '#contract/fees'
import { commonTexts } from '#i18n/common'
import { feesTexts } from '#i18n/fees'
import { formTexts } from '#i18n/form'
import { Cancelled } from './Cancelled.tsx'
import { isItemConfirmed } from './confirm.ts'
import { FoundNotice } from './FoundNotice.tsx'
import { itemState } from './item-state.ts'
import { NoPayment } from './NoPayment.tsx'
import type { Purchase } from './order.ts'
import { PayPanel } from './PayPanel.tsx'
import { useApplications } from './useApplications.ts'
import { useHindrance } from './useHindrance.ts'
import { useItems } from './useItems.ts'
import { useOrder } from './useOrder.ts'
import { usePayment } from './usePayment.ts'
import { usePlace } from './usePlace.ts'
import styles from './fees.module.css'

/**
 * Pay one fee of the campus's list (FEE-04, orderType '3'); without a named one, the only one that
 * can be paid.
 */
export function ItemScreen({ stunum, id }: { stunum: string; id: string | undefined }) {
  const texts = useTexts(feesTexts)
  const common = useTexts(commonTexts)
  const form = useTexts(formTexts)
  const { items, reading } = useItems()
  const payable = items?.filter(isPayable) ?? []
  const item =
    id === undefined
      ? payable.length === 1
        ? payable[0]
        : undefined
      : items?.find((one) => one.id === id)
  return (
    <Page title={texts.itemTitle} back={`/recharge/${stunum}`}>
      {items === undefined && (
        <Reading
          kept={reading}
          failed={texts.listFailed}
          retryLabel={form.retry}
          loadingLabel={common.loading}
        />
      )}
      <FoundNotice />
      {item && config.payment === 'none' && <ItemCard item={item} />}
      {item && config.payment === 'none' && isPayable(item) && <NoPayment />}
      {item && config.payment !== 'none' && (
        <ItemPayment item={item} stunum={stunum} onHindered={reading.retry} />
      )}
      {items !== undefined && item === undefined && (
        <>
          <Alert text={texts.itemGone} />
          <ButtonLink to="/recharge/$stunum" params={{ stunum }} search={{ all: true }}>
            {texts.backToList}
          </ButtonLink>
        </>
      )}
    </Page>
  )
}

function ItemCard({ item }: { item: Item }) {
  const texts = useTexts(feesTexts)
  const named = useNamed()
  return (
    <Card flush>
      <Row label={texts.item} value={<b>{named(item.name)}</b>} />
      <Row label={texts.sum} value={<b>{shownMoney(item.fee)}</b>} />
      <Row label={texts.state} value={itemState(item, texts)} />
      {item.remark !== '' && <Row label={texts.remark} value={item.remark} />}
    </Card>
  )
}

function ItemPayment({
  item,
  stunum,
  onHindered,
}: {
  item: Item
  stunum: string
  onHindered: () => void
}) {
  const texts = useTexts(feesTexts)
  const navigate = useNavigate()
  const { order, read } = useOrder()
  const [isCancelled, setCancelled] = useState(false)
  const place = usePlace({ asks: order?.type === '1' })
  const { isPending } = useApplications()
  const hindrance = useHindrance({ isPending, isCut: read.problem !== undefined })
  const payment = usePayment({ onPaid: () => void navigate({ to: '/' }) })
  const purchase: Purchase = {
    amount: item.fee,
    year: String(serverYear()),
    subject: item.name,
    items: [{ name: item.name, fee: item.fee }],
    scholarship: 0,
    item: item.id,
  }
  const canBePaid = isPayable(item) || payment.stage.type !== 'idle' || order !== undefined
  return (
    <>
      <ItemCard item={item} />
      {!canBePaid && <Alert text={texts.itemGone} />}
      {canBePaid && (
        <div className={styles['foot']}>
          <PayPanel
            payment={payment}
            order={order}
            hindrance={hindrance}
            onHindered={() => {
              onHindered()
              read.retry()
            }}
            take={() => purchase}
            resume={({ amount }) => (amount === item.fee ? purchase : undefined)}
            isPaid={(_, number) => isItemConfirmed(item.id, number)}
            holdsBed={place.secondsLeft !== undefined}
            onCancelled={(given) =>
              given?.type === '1' ? setCancelled(true) : toast(texts.orderCancelled)
            }
          />
        </div>
      )}
      <Cancelled open={isCancelled} stunum={stunum} />
    </>
  )
}
