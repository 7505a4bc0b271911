import { Check } from 'lucide'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { agoByPhone } from '#app/lib/moments.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import type { Receipt } from '#offline/item'
import { outboxWords } from '#words/outbox'
import { fieldsOf, formViews } from './forms.ts'
import styles from './outbox.module.css'

/** One submission that arrived, with the university's receipt and what it said. */
export function ReceiptRow({ receipt }: { receipt: Receipt }) {
  const words = useWords(outboxWords)
  const language = useLanguage()
  const view = formViews[receipt.form]
  return (
    <li className={styles['item']}>
      <div className={styles['top']}>
        <b>{view?.title[language] ?? words.unknownForm}</b>
        <Pill tone="done" icon={<Icon of={Check} />}>
          {words.sent}
        </Pill>
      </div>
      {receipt.message !== undefined && (
        <p className={styles['summary']}>
          {words.answer(view?.summary(fieldsOf(receipt), language) ?? '', receipt.message)}
        </p>
      )}
      <p className={styles['quiet']}>
        {agoByPhone(receipt.deliveredAt, language)}
        {receipt.receipt !== undefined && ` · ${words.receipt(receipt.receipt)}`}
      </p>
    </li>
  )
}
