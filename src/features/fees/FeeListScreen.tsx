import { Navigate } from '@tanstack/react-router'
import { ReceiptText } from 'lucide'
import { useInquiry } from '#app/lib/cache/inquiry.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { EmptyStateWithLink } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Page } from '#app/ui/Page.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Row } from '#app/ui/Row.tsx'
import { isPayable, type FeeItem } from '#contract/fees'
import { feesTexts } from '#i18n/fees'
import { paidStateQuery } from './confirmation/recovered-payment.ts'
import { RecoveredPaymentNotice } from './confirmation/RecoveredPaymentNotice.tsx'
import { computeFeeItemState } from './items/item-state.ts'
import { useFeeItems } from './items/useFeeItems.ts'
import styles from './fees.module.css'

/**
 * The campus's list of single fees (FEE-03). A student who has already paid something this year is
 * redirected to the paid fees (D-68); `all` turns the redirect off.
 */
export function FeeListScreen({ stunum, all }: { stunum: string; all: boolean }) {
  const texts = useTexts(feesTexts)
  const paid = useInquiry(paidStateQuery())
  const { items, reading } = useFeeItems()
  const isKnown = all || paid.data !== undefined || paid.state === 'failed'
  if (!all && paid.data?.paid === true)
    return (
      <Navigate
        to="/checkin/{-$sort}/{-$stunum}"
        params={{ sort: undefined, stunum: undefined }}
        replace
      />
    )
  return (
    <Page title={texts.listTitle} back>
      <RecoveredPaymentNotice />
      {(items === undefined || !isKnown) && (
        <QueryFallback kept={reading} failed={texts.listFailed} />
      )}
      {isKnown && items?.length === 0 && (
        <EmptyStateWithLink
          icon={<Icon of={ReceiptText} />}
          title={texts.nothingPayable}
          to="/"
          way={texts.home}
        />
      )}
      {isKnown && items?.map((item) => <ItemCard key={item.id} item={item} stunum={stunum} />)}
    </Page>
  )
}

function ItemCard({ item, stunum }: { item: FeeItem; stunum: string }) {
  const texts = useTexts(feesTexts)
  const named = useTranslateName()
  const payable = isPayable(item)
  return (
    <Card flush>
      <Row
        label={<b>{named(item.name)}</b>}
        {...(item.remark !== '' && { description: item.remark })}
        trailing={<b>{formatMoney(item.fee)}</b>}
      />
      <Row
        label={texts.state}
        value={item.status}
        trailing={<Pill tone={payable ? 'wait' : 'done'}>{computeFeeItemState(item, texts)}</Pill>}
      />
      {payable && (
        <div className={styles['inCard']}>
          <ButtonLink
            to="/rechargePay/$stunum"
            params={{ stunum }}
            search={{ item: item.id }}
            aria-label={texts.itemPay(named(item.name))}
          >
            {texts.pay}
          </ButtonLink>
        </div>
      )}
    </Card>
  )
}
