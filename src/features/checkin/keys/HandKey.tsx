import { useState } from 'react'
import { formatRecentTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { serverNow } from '#app/lib/platform/server-clock.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { showToast } from '#app/ui/toast.ts'
import type { WaitingScan } from '#contract/checkin'
import { scannerTexts } from '#i18n/checkin-scanner'
import { confirmScan } from '../scans/confirm-scan.ts'
import type { GivenKey } from './given-key.ts'

/** Describes the key of a student's room; undefined if it was not handed over. */
export function useDescribeKey(): (key: GivenKey | undefined) => string | undefined {
  const texts = useTexts(scannerTexts)
  const language = useLanguage()
  return (key) => {
    if (key === undefined || key.type === 'not-given') return undefined
    if (key.type === 'waiting') return texts.keyWaiting
    const when = key.at === undefined ? '' : formatRecentTime(Date.parse(key.at), language)
    return texts.keyGiven(when, key.by ?? '')
  }
}

/**
 * Records, also offline, that the key was handed over to a student whose arrival was confirmed
 * before. Nothing is shown if the key was handed over already, or if the campus records no keys.
 */
export function HandKey({
  student,
  shown,
  givenKey,
}: {
  student: string
  shown: NonNullable<WaitingScan['shown']>
  givenKey: GivenKey | undefined
}) {
  const texts = useTexts(scannerTexts)
  const [asking, ask] = useState(false)
  const [busy, setBusy] = useState(false)
  if (givenKey?.type !== 'not-given') return null
  const hand = async () => {
    setBusy(true)
    const at = new Date(serverNow()).toISOString()
    const saved = await confirmScan(
      { scanned: student, at, key: 'later', shown },
      { dependsOn: givenKey.order },
    )
    setBusy(false)
    if (saved.type === 'not-saved') return showToast(texts.notSaved)
    ask(false)
    return showToast(saved.type === 'sent' ? (saved.message ?? texts.keyHanded) : texts.queued)
  }
  return (
    <>
      <TextButton label={texts.handKeyTo(shown.name)} onClick={() => ask(true)}>
        {texts.handKey}
      </TextButton>
      <Dialog
        open={asking}
        title={texts.handKey}
        onClose={() => ask(false)}
        actions={
          <>
            <Button busy={busy} onClick={() => void hand()}>
              {texts.keyHanded}
            </Button>
            <Button tone="second" onClick={() => ask(false)}>
              {texts.cancel}
            </Button>
          </>
        }
      >
        <p>{texts.handKeyText(shown.name, texts.place(shown.building, shown.room))}</p>
      </Dialog>
    </>
  )
}
