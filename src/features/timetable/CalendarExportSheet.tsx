import { useRef, useState } from 'react'
import { isMessagingBrowser, isAndroid } from '#app/host/browser.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { Button } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { showToast } from '#app/ui/toast.ts'
import { timetable } from '#contract/timetable'
import { commonTexts } from '#i18n/common'
import { timetableTexts } from '#i18n/timetable'
import styles from './timetable.module.css'

/**
 * The address from which calendar programs, which send no token, fetch the student's timetable. The
 * address is shown once and can be revoked.
 */
export function CalendarExportSheet({ number, onClose }: { number: string; onClose: () => void }) {
  const texts = useTexts(timetableTexts)
  const common = useTexts(commonTexts)
  const { send, busy, problem, offline } = useOnlineCall()
  const [address, setAddress] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  // The message that there is no network appears before the user taps, since the tap would fail.
  const said = problem ?? (offline && address === undefined ? common.offlineOnly : undefined)
  const get = async (renew: boolean) => {
    const outcome = await send(timetable.calendarAddress, { number, renew })
    if (outcome?.type === 'ok')
      setAddress(new URL(appConfig.roots.campus + outcome.data.address, location.origin).href)
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address ?? '')
      showToast(texts.exportCopied)
    } catch {
      // Copying was refused or is not allowed, so the text is selected for the phone's own copy
      // menu.
      field.current?.select()
      showToast(texts.exportMarked)
    }
  }
  return (
    <Sheet open title={texts.export} onClose={onClose}>
      <p>{texts.exportText}</p>
      {said !== undefined && <p role="alert">{said}</p>}
      {address === undefined && (
        <Button busy={busy} onClick={() => void get(false)}>
          {texts.exportGet}
        </Button>
      )}
      {address !== undefined && (
        <>
          <input
            ref={field}
            readOnly
            className={styles['address']}
            aria-label={texts.exportAddress}
            value={address}
            onFocus={(event) => event.currentTarget.select()}
          />
          <MutedText>{texts.exportSecret}</MutedText>
          {isMessagingBrowser() ? (
            // The messaging app cannot open a calendar, so a text tells the user to open the page
            // in a browser.
            <p>{texts.exportBrowser}</p>
          ) : (
            // Android's calendar apps do not support webcal, so on Android the file is opened.
            <a
              className={styles['open']}
              href={isAndroid() ? address : address.replace(/^https?:/, 'webcal:')}
            >
              {texts.exportOpen}
            </a>
          )}
          <Button tone="second" onClick={() => void copy()}>
            {texts.exportCopy}
          </Button>
          <TextButton off={busy} onClick={() => void get(true)}>
            {texts.exportRenew}
          </TextButton>
        </>
      )}
    </Sheet>
  )
}
