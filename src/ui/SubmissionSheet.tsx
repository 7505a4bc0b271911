import { Check, CircleAlert, Download } from 'lucide'
import { useEffect, useEffectEvent } from 'react'
import { Button, ButtonLink } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { Sheet } from './Sheet.tsx'
import { SUCCESS_MESSAGE_MS } from './times.ts'
import { showToast } from './toast.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import styles from './SubmissionSheet.module.css'

/** The status of a submission. */
export type SubmissionSheetStatus =
  | { readonly type: 'delivered'; readonly receipt: string | undefined }
  | { readonly type: 'weak' | 'sending' }
  | { readonly type: 'conflict'; readonly order: number }
  | { readonly type: 'needs-you'; readonly reason: string }

/** The texts of the sheet. */
export interface SavedTexts {
  readonly close: string
  readonly savedTitle: string
  readonly savedWeak: string
  readonly savedSending: string
  readonly sentTitle: string
  readonly sentText: string
  readonly receipt: (code: string) => string
  readonly refusedTitle: string
  readonly returned: (reason: string) => string
  readonly returnedPlain: string
  readonly conflict: string
  readonly compare: string
  readonly change: string
  readonly continueNext: string
  readonly seeOutbox: string
}

/**
 * Shows the status of a submission as it changes: saved on the phone, then received or refused by
 * the university.
 */
export function SubmissionSheet({
  status,
  texts,
  stays = false,
  onNext,
  onClose,
}: {
  status: SubmissionSheetStatus
  texts: SavedTexts
  /**
   * The page stays open after the delivery. Without it, the app continues to the next page
   * automatically.
   */
  stays?: boolean
  onNext: () => void
  onClose: () => void
}) {
  const delivered = status.type === 'delivered'
  const receipt = delivered ? status.receipt : undefined
  const finish = useEffectEvent(() => {
    showToast(
      receipt === undefined ? texts.sentTitle : `${texts.sentTitle} · ${texts.receipt(receipt)}`,
    )
    onClose()
    if (!stays) onNext()
  })
  useEffect(() => {
    if (!delivered) return undefined
    const timer = setTimeout(() => finish(), SUCCESS_MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [delivered])
  const title = {
    delivered: texts.sentTitle,
    'needs-you': texts.refusedTitle,
    conflict: texts.refusedTitle,
    weak: texts.savedTitle,
    sending: texts.savedTitle,
  }[status.type]
  return (
    <Sheet
      open
      title={title}
      sign={
        <span aria-hidden className={styles['sign']} data-tone={SIGNS[status.type].tone}>
          {SIGNS[status.type].icon}
        </span>
      }
      onClose={onClose}
    >
      <div className={styles['saved']}>
        <output className={styles['sentence']}>
          {status.type === 'weak' && texts.savedWeak}
          {status.type === 'sending' && texts.savedSending}
          {status.type === 'conflict' && texts.conflict}
          {status.type === 'needs-you' &&
            (status.reason === '' ? texts.returnedPlain : texts.returned(status.reason))}
          {status.type === 'delivered' && (
            <>
              <VisuallyHidden>{texts.sentTitle} </VisuallyHidden>
              {texts.sentText}
            </>
          )}
          {receipt !== undefined && <b className={styles['receipt']}>{texts.receipt(receipt)}</b>}
        </output>
        {status.type === 'needs-you' && <Button onClick={onClose}>{texts.change}</Button>}
        {status.type === 'conflict' && (
          <ButtonLink to="/outbox/$order/repair" params={{ order: String(status.order) }}>
            {texts.compare}
          </ButtonLink>
        )}
        {status.type !== 'needs-you' && status.type !== 'conflict' && (
          <Button onClick={onNext}>{texts.continueNext}</Button>
        )}
        {!delivered && (
          <ButtonLink tone="second" to="/outbox">
            {texts.seeOutbox}
          </ButtonLink>
        )}
      </div>
    </Sheet>
  )
}

const SIGNS = {
  delivered: { tone: 'done', icon: <Icon of={Check} /> },
  weak: { tone: 'wait', icon: <Icon of={Download} /> },
  sending: { tone: 'wait', icon: <Icon of={Download} /> },
  'needs-you': { tone: 'need', icon: <Icon of={CircleAlert} /> },
  conflict: { tone: 'need', icon: <Icon of={CircleAlert} /> },
} as const
