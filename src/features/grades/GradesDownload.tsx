import { useState } from 'react'
import { currentLanguage, useTexts } from '#app/lib/language/language.ts'
import { fetchFile, fileAddress, saveFile } from '#app/lib/network/fetch-file.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { Button } from '#app/ui/Button.tsx'
import { showToast } from '#app/ui/toast.ts'
import { LINK_LANGUAGE_PARAMETER } from '#contract/call'
import { grades } from '#contract/grades'
import { commonTexts } from '#i18n/common'
import { gradesTexts } from '#i18n/grades'

/**
 * Downloads all grades as a file for spreadsheet programs (GRD-08, D-85). The backend identifies
 * the student by the session.
 */
export function GradesDownload({ number }: { number: string }) {
  const texts = useTexts(gradesTexts)
  const common = useTexts(commonTexts)
  const offline = useNetwork() === 'offline'
  const [busy, setBusy] = useState(false)
  const download = async () => {
    if (offline) return showToast(common.offlineOnly)
    const address = new URL(fileAddress(grades.download, number), location.origin)
    address.searchParams.set(LINK_LANGUAGE_PARAMETER, currentLanguage())
    if (address.origin === location.origin)
      return void window.open(address.href, '_blank', 'noopener')
    // The file is fetched with the token if the campus is on another origin, because a new window
    // on that origin would have no session.
    setBusy(true)
    const outcome = await fetchFile(grades.download, number, 'text/csv')
    setBusy(false)
    if (outcome.type !== 'ok') return showToast(texts.downloadFailed)
    return saveFile(new File([outcome.data], `${number}.csv`, { type: 'text/csv' }))
  }
  return (
    <Button tone={offline ? 'off' : 'second'} busy={busy} onClick={() => void download()}>
      {texts.download}
    </Button>
  )
}
