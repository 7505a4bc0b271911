import { useEffect, useEffectEvent, useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { showToast } from '#app/ui/toast.ts'
import { scannerTexts } from '#i18n/checkin-scanner'
import { useScans } from './scans.ts'

/**
 * Shows the campus's message about a confirmation as a toast as soon as it arrives (SCN-07). If
 * several arrive at once, only the newest is shown.
 */
export function useScanReplyToasts(station?: string): void {
  const texts = useTexts(scannerTexts)
  const [openedAt] = useState(Date.now)
  const newest = useScans(station).received.find(
    ({ message, deliveredAt }) => message !== undefined && deliveredAt > openedAt,
  )
  const tell = useEffectEvent(() => {
    if (newest !== undefined) showToast(texts.said(newest.shown?.name ?? '', newest.message ?? ''))
  })
  useEffect(() => tell(), [newest?.order])
}
