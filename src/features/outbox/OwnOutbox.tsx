import { type ReactNode, useEffect } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { getNetworkStatus } from '#app/lib/network/network-status.ts'
import {
  dismissStorageLossNotice,
  refreshOutbox,
  markDeliveriesSeen,
  sendOutboxNow,
  useOutbox,
} from '#app/lib/outbox/outbox.ts'
import {
  checkStoragePersistence,
  useStoragePersistence,
} from '#app/lib/platform/storage-persistence.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Page } from '#app/ui/Page.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { showToast } from '#app/ui/toast.ts'
import { outboxTexts } from '#i18n/outbox'
import { ExportOutboxItems } from './ExportOutboxItems.tsx'
import { ImportOutboxItems } from './ImportOutboxItems.tsx'
import { OutboxRetryBanner } from './OutboxRetryBanner.tsx'
import { ReceiptRow } from './ReceiptRow.tsx'
import { UnsentOutboxItem } from './UnsentOutboxItem.tsx'
import styles from './outbox.module.css'

/**
 * The number of receipts on the page. The phone stores more, in case the university restores its
 * database.
 */
const SHOWN = 50

/**
 * Submissions that exist only on this phone, and those that the university has confirmed (OFF-22).
 */
export function OwnOutbox({ nothing }: { nothing: ReactNode }) {
  const texts = useTexts(outboxTexts)
  useEffect(markDeliveriesSeen)
  const { topLevelItems, receipts, nextAt, loss, unavailable = false } = useOutbox()
  const { isSpaceLow } = useStoragePersistence()
  useEffect(() => void checkStoragePersistence(), [])
  const sendAll = () => {
    if (getNetworkStatus() === 'offline') showToast(texts.sendOffline)
    sendOutboxNow()
  }
  const sending = topLevelItems.some((item) => item.state === 'sending')
  const sendable = topLevelItems.some(
    (item) => item.state === 'waiting' || item.state === 'later' || item.state === 'sending',
  )
  return (
    <Page
      tabs
      title={texts.title}
      action={
        sendable &&
        (sending ? (
          <output>{texts.sending}</output>
        ) : (
          <TextButton onClick={sendAll}>{texts.sendAll}</TextButton>
        ))
      }
      banner={<OutboxRetryBanner nextAt={sendable && !sending ? nextAt : undefined} />}
    >
      {loss !== undefined && (
        <ErrorState
          title={texts.storeGone}
          text={
            loss.type === 'lost' ? texts.storeLost(loss.count) : texts.storeRestored(loss.count)
          }
          retryLabel={texts.storeRead}
          onRetry={dismissStorageLossNotice}
        />
      )}
      {isSpaceLow && <Alert text={texts.scarce} />}
      {unavailable && (
        <ErrorState
          title={texts.unread}
          text={texts.unreadText}
          onRetry={() => void refreshOutbox().then(sendOutboxNow)}
        />
      )}
      {topLevelItems.length === 0 && !unavailable && nothing}
      {topLevelItems.length > 0 && (
        <Card flush title={texts.unsent}>
          <ul className={styles['list']}>
            {topLevelItems.map((item) => (
              <UnsentOutboxItem key={item.order} item={item} />
            ))}
          </ul>
        </Card>
      )}
      {topLevelItems.length > 0 && <ExportOutboxItems />}
      <ImportOutboxItems />
      {receipts.length > 0 && (
        <Card flush title={texts.received}>
          <ul className={styles['list']}>
            {receipts.slice(0, SHOWN).map((receipt) => (
              <ReceiptRow key={receipt.order} receipt={receipt} />
            ))}
          </ul>
        </Card>
      )}
    </Page>
  )
}
