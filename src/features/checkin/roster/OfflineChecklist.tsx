import { useEffect, useState } from 'react'
import { useReadiness } from '#app/features/offline-readiness/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { getServerTimeOffset } from '#app/lib/platform/server-clock.ts'
import { Card } from '#app/ui/Card.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { Roster } from '#contract/checkin'
import { isWebCryptoAvailable } from '#contract/checkin-pass-check'
import { scannerTexts } from '#i18n/checkin-scanner'

type Need = 'list' | 'keys' | 'files' | 'clock' | 'camera'

/** Shows whether this phone has everything to scan offline, and what is missing. */
export function OfflineChecklist({ roster }: { roster: Roster | undefined }) {
  const texts = useTexts(scannerTexts)
  const files = useReadiness().type
  const camera = useCameraPermission()
  const missing: Need[] = []
  if (roster === undefined || roster.residents.length === 0) missing.push('list')
  else if (roster.keys.length === 0 || !isWebCryptoAvailable()) missing.push('keys')
  if (files !== 'ready') missing.push('files')
  if (getServerTimeOffset() === undefined) missing.push('clock')
  if (camera === 'denied') missing.push('camera')
  return (
    <Card flush title={texts.preparation}>
      {missing.length === 0 ? (
        <Row label={texts.ready} trailing={<Pill tone="done">{texts.readyPill}</Pill>} />
      ) : (
        missing.map((need) => (
          <Row
            key={need}
            label={texts.missing[need]}
            description={texts.missingText[need]}
            trailing={<Pill tone="need">{texts.missingPill}</Pill>}
          />
        ))
      )}
    </Card>
  )
}

// The state of the camera permission. Not every browser reports it; there the browser asks when the
// scanner opens.
function useCameraPermission(): PermissionState | undefined {
  const [state, setState] = useState<PermissionState>()
  useEffect(() => {
    let gone = false
    const ask = async () => {
      try {
        const { state: said } = await navigator.permissions.query({ name: 'camera' })
        if (!gone) setState(said)
      } catch {
        // This browser does not report it.
      }
    }
    void ask()
    return () => {
      gone = true
    }
  }, [])
  return state
}
