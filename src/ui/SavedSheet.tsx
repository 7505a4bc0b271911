import { Check, CircleAlert, Download } from 'lucide'
import { useEffect, useEffectEvent } from 'react'
import { Button, ButtonLink } from './Button.tsx'
import { Hidden } from './Hidden.tsx'
import { Icon } from './Icon.tsx'
import { Sheet } from './Sheet.tsx'
import { SUCCESS_MS } from './times.ts'
import { toast } from './toast.ts'
import styles from './SavedSheet.module.css'

/** How a submission stands. */
export type SavedStatus =
  | { readonly type: 'delivered'; readonly receipt: string | undefined }
  | { readonly type: 'weak' | 'sending' }
  | { readonly type: 'conflict'; readonly order: number }
  | { readonly type: 'needs-you'; readonly reason: string }

/** What the sheet says. */
export interface SavedWords {
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

/** What became of a submission, as it happens: saved here, then received, or sent back. */
export function SavedSheet({
  status,
  words,
  stays = false,
  onNext,
  onClose,
}: {
  status: SavedStatus
  words: SavedWords
  /** Once it has arrived the page stays; else it moves on by itself. */
  stays?: boolean
  onNext: () => void
  onClose: () => void
}) {
  const delivered = status.type === 'delivered'
  const receipt = delivered ? status.receipt : undefined
  const finish = useEffectEvent(() => {
    toast(
      receipt === undefined ? words.sentTitle : `${words.sentTitle} · ${words.receipt(receipt)}`,
    )
    onClose()
    if (!stays) onNext()
  })
  useEffect(() => {
    if (!delivered) return undefined
    const timer = setTimeout(() => finish(), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [delivered])
  const title = {
    delivered: words.sentTitle,
    'needs-you': words.refusedTitle,
    conflict: words.refusedTitle,
    weak: words.savedTitle,
    sending: words.savedTitle,
  }[status.type]
  return (
    <Sheet
      open
      title={title}
      closeLabel={words.close}
      sign={
        <span aria-hidden className={styles['sign']} data-tone={SIGNS[status.type].tone}>
          {SIGNS[status.type].icon}
        </span>
      }
      onClose={onClose}
    >
      <div className={styles['saved']}>
        <output className={styles['sentence']}>
          {status.type === 'weak' && words.savedWeak}
          {status.type === 'sending' && words.savedSending}
          {status.type === 'conflict' && words.conflict}
          {status.type === 'needs-you' &&
            (status.reason === '' ? words.returnedPlain : words.returned(status.reason))}
          {status.type === 'delivered' && (
            <>
              <Hidden>{words.sentTitle} </Hidden>
              {words.sentText}
            </>
          )}
          {receipt !== undefined && <b className={styles['receipt']}>{words.receipt(receipt)}</b>}
        </output>
        {status.type === 'needs-you' && <Button onClick={onClose}>{words.change}</Button>}
        {status.type === 'conflict' && (
          <ButtonLink to="/outbox/$order/repair" params={{ order: String(status.order) }}>
            {words.compare}
          </ButtonLink>
        )}
        {status.type !== 'needs-you' && status.type !== 'conflict' && (
          <Button onClick={onNext}>{words.continueNext}</Button>
        )}
        {!delivered && (
          <ButtonLink tone="second" to="/outbox">
            {words.seeOutbox}
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
