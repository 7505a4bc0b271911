import { useWords } from '#app/lib/language.ts'
import { useNetwork } from '#app/lib/network.ts'
import { useOutbox } from '#app/lib/outbox.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { join } from '#app/ui/join.ts'
import { Sheet } from '#app/ui/Sheet.tsx'
import { SUCCESS_MS } from '#app/ui/times.ts'
import { toast } from '#app/ui/toast.ts'
import type { Travel } from '#contract/travel'
import { travelWords } from '#words/travel'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Download from 'lucide-react/icons/download'
import { useEffect, useEffectEvent } from 'react'
import styles from './travel.module.css'

/** How a submission left the form: on this phone under an order, or already with the university. */
export type SavedAs =
  | { readonly type: 'saved'; readonly travel: Travel; readonly order: number }
  | { readonly type: 'sent'; readonly travel: Travel; readonly receipt: string | undefined }

/** What became of a submission, as it happens: saved here, then received, or sent back. */
export function SavedSheet({ saved, onNext, onClose }: { saved: SavedAs; onNext: () => void; onClose: () => void }) {
  const words = useWords(travelWords)
  const status = useStatus(saved)
  const delivered = status.type === 'delivered'
  const receipt = delivered ? status.receipt : undefined
  const finish = useEffectEvent(() => {
    toast(receipt === undefined ? words.sentTitle : `${words.sentTitle} · ${words.receipt(receipt)}`)
    onClose()
    // A public record stays, for the fellow travellers; any other moves on (TRV-08, TRV-09).
    if (!saved.travel.open) onNext()
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
        <span aria-hidden className={join(styles['sign'], styles[SIGNS[status.type].tone])}>
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
          {status.type === 'needs-you' && (status.reason === '' ? words.returnedPlain : words.returned(status.reason))}
          {status.type === 'delivered' && (
            <>
              <span className={styles['hidden']}>{words.sentTitle} </span>
              {words.sentText}
            </>
          )}
          {receipt !== undefined && <b className={styles['receipt']}>{words.receipt(receipt)}</b>}
        </output>
        {status.type === 'needs-you' && <Button onClick={onClose}>{words.change}</Button>}
        {status.type === 'conflict' && status.order !== undefined && (
          <ButtonLink to="/outbox/$order/repair" params={{ order: String(status.order) }}>
            {words.compare}
          </ButtonLink>
        )}
        {status.type !== 'needs-you' && status.type !== 'conflict' && <Button onClick={onNext}>{words.continueNext}</Button>}
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
  delivered: { tone: 'done', icon: <Check /> },
  weak: { tone: 'wait', icon: <Download /> },
  sending: { tone: 'wait', icon: <Download /> },
  'needs-you': { tone: 'need', icon: <CircleAlert /> },
  conflict: { tone: 'need', icon: <CircleAlert /> },
} as const

type Status =
  | { type: 'delivered'; receipt: string | undefined }
  | { type: 'weak' | 'sending' }
  | { type: 'conflict'; order: number }
  | { type: 'needs-you'; reason: string }

function useStatus(saved: SavedAs): Status {
  const { items, receipts } = useOutbox()
  const network = useNetwork()
  if (saved.type === 'sent') return { type: 'delivered', receipt: saved.receipt }
  const receipt = receipts.find(({ order }) => order === saved.order)
  if (receipt !== undefined) return { type: 'delivered', receipt: receipt.receipt }
  const item = items.find(({ order }) => order === saved.order)
  if (item?.state === 'conflict') return { type: 'conflict', order: item.order }
  if (item?.state === 'needs-you') return { type: 'needs-you', reason: item.lastProblem?.message ?? '' }
  return { type: network !== 'online' || item?.state === 'later' ? 'weak' : 'sending' }
}
