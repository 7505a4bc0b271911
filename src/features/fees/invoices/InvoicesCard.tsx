import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Row } from '#app/ui/Row.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { showToast } from '#app/ui/toast.ts'
import { invoices, type OwnInvoice } from '#contract/invoices'
import { actionResultTexts } from '#i18n/action-results'
import { ownInvoiceTexts } from '#i18n/own-invoices'
import { paymentChannelName } from '#i18n/payment-channels'
import styles from './invoices.module.css'

/**
 * The student's invoices with their payments. Nothing is shown without one, and on a campus that
 * knows none.
 */
export function InvoicesCard() {
  const texts = useTexts(ownInvoiceTexts)
  const { data } = useOnlineQuery({ name: 'own-invoices', entry: invoices.own, input: {} })
  const own = data?.invoices ?? []
  if (own.length === 0) return null
  return (
    <Card flush title={texts.title}>
      {own.map((invoice) => (
        <InvoiceRow key={`${invoice.code} ${invoice.number}`} invoice={invoice} />
      ))}
    </Card>
  )
}

function InvoiceRow({ invoice }: { invoice: OwnInvoice }) {
  const texts = useTexts(ownInvoiceTexts)
  const results = useTexts(actionResultTexts)
  const language = useLanguage()
  const { code, number, checkCode, day, amount, state, url, way, paidOn } = invoice
  const lines = [
    texts.paid(paymentChannelName(way, language)),
    `${texts.code} ${code}`,
    `${texts.number} ${number}`,
    ...(checkCode === '' ? [] : [`${texts.checkCode} ${checkCode}`]),
    `${texts.day} ${day}`,
  ]
  const copy = async () => {
    try {
      await navigator.clipboard.writeText([...lines, formatMoney(amount)].join('\n'))
      showToast(results.copied)
    } catch {
      showToast(texts.notCopied)
    }
  }
  return (
    <Row
      label={paidOn}
      value={
        <>
          {formatMoney(amount)}{' '}
          {state === 'cancelled' && <Pill tone="mute">{texts.cancelled}</Pill>}
          {state === 'red' && <Pill tone="mute">{texts.red}</Pill>}
        </>
      }
      description={
        <>
          {lines.map((line) => (
            <span key={line} className={styles['line']}>
              {line}
            </span>
          ))}
          <span className={styles['line']}>
            <TextButton label={texts.copyNamed(number)} onClick={() => void copy()}>
              {texts.copy}
            </TextButton>{' '}
            {url.startsWith('https://') && (
              <a href={url} target="_blank" rel="noreferrer" aria-label={texts.openNamed(number)}>
                {texts.open}
              </a>
            )}
          </span>
        </>
      }
    />
  )
}
