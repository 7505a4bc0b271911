import { Check } from 'lucide'
import { formatRecentPhoneTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { outboxTexts } from '#i18n/outbox'
import type { DeliveryReceipt } from '#offline/outbox/outbox-records'
import { readStoredFields, findFormView } from './form-views.ts'
import { useFormTitle } from './useFormView.ts'
import styles from './outbox.module.css'

/** One delivered submission with the university's receipt number and message. */
export function ReceiptRow({ receipt }: { receipt: DeliveryReceipt }) {
  const texts = useTexts(outboxTexts)
  const language = useLanguage()
  const view = findFormView(receipt.form)
  const title = useFormTitle(receipt.form)
  return (
    <li className={styles['item']}>
      <div className={styles['top']}>
        <b>{title}</b>
        <Pill tone="done" icon={<Icon of={Check} />}>
          {texts.sent}
        </Pill>
      </div>
      {receipt.message !== undefined && (
        <p className={styles['summary']}>
          {texts.answer(view?.summary(readStoredFields(receipt), language) ?? '', receipt.message)}
        </p>
      )}
      <p className={styles['quiet']}>
        {formatRecentPhoneTime(receipt.deliveredAt, language)}
        {receipt.receipt !== undefined && ` · ${texts.receipt(receipt.receipt)}`}
      </p>
    </li>
  )
}
