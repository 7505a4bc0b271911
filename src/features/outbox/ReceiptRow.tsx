import { agoOrDate } from '#app/lib/dates.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { Pill } from '#app/ui/Pill.tsx'
import type { Receipt } from '#offline/item'
import { outboxWords } from '#words/outbox'
import Check from 'lucide-react/icons/check'
import { formViews } from './forms.ts'
import styles from './outbox.module.css'

/** One submission that arrived, with the university's receipt. */
export function ReceiptRow({ receipt }: { receipt: Receipt }) {
  const words = useWords(outboxWords)
  const language = useLanguage()
  return (
    <li className={styles['item']}>
      <div className={styles['top']}>
        <b>{formViews[receipt.form]?.title[language] ?? words.unknownForm}</b>
        <Pill tone="done" icon={<Check aria-hidden />}>
          {words.sent}
        </Pill>
      </div>
      <p className={styles['quiet']}>
        {agoOrDate(receipt.deliveredAt, language)}
        {receipt.receipt !== undefined && ` · ${words.receipt(receipt.receipt)}`}
      </p>
    </li>
  )
}
