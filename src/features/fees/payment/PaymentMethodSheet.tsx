import { CreditCard, MessageCircle, Wallet } from 'lucide'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { Row } from '#app/ui/Row.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { showToast } from '#app/ui/toast.ts'
import { commonTexts } from '#i18n/common'
import { feesTexts } from '#i18n/fees'
import styles from '../fees.module.css'

/**
 * The payment methods. Only the messaging app's method works; the others show a message (FEE-16,
 * FEE-51).
 */
export function PaymentMethodSheet({
  amount,
  onChoose,
  onClose,
}: {
  /** The amount to pay, in fen; the sheet is closed while it is undefined. */
  amount: number | undefined
  onChoose: () => void
  onClose: () => void
}) {
  const texts = useTexts(feesTexts)
  const common = useTexts(commonTexts)
  const others = [
    { label: texts.alipay, sign: <Icon of={Wallet} className={styles['sign']} /> },
    { label: texts.bankCard, sign: <Icon of={CreditCard} className={styles['sign']} /> },
  ]
  return (
    <Sheet open={amount !== undefined} title={texts.method} onClose={onClose}>
      <p className={styles['big']}>{formatMoney(amount ?? 0)}</p>
      <div className={styles['methods']}>
        <Row
          leading={<Icon of={MessageCircle} className={styles['brandSign']} />}
          label={texts.wechatPay}
          onClick={onChoose}
        />
        {others.map(({ label, sign }) => (
          <Row key={label} leading={sign} label={label} onClick={() => showToast(common.notOpen)} />
        ))}
      </div>
    </Sheet>
  )
}
