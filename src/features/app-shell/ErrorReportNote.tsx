import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import {
  hasErrorReportConsent,
  sendErrorReport,
  createErrorReport,
} from '#app/lib/network/error-reporting.ts'
import { Button } from '#app/ui/Button.tsx'
import { commonTexts } from '#i18n/common'
import { errorReportingTexts } from '#i18n/error-reporting'

/**
 * Shown below an error: a button to report it to the university, and then the report's code. With
 * consent the report is sent automatically.
 */
export function ErrorReportNote({ error }: { error: unknown }) {
  const texts = useTexts(errorReportingTexts)
  const { networkError } = useTexts(commonTexts)
  const router = useRouter()
  const [trouble] = useState(() =>
    createErrorReport(error, 'screen', String(router.state.matches.at(-1)?.fullPath)),
  )
  // Every failed page is reported, while elsewhere one page in four reports. The report's code is
  // shown here so that the user can tell it to the office, and a page fails again only after a tap.
  const [agreed] = useState(hasErrorReportConsent)
  const [state, setState] = useState<'asking' | 'telling' | 'told' | 'failed'>(
    agreed ? 'telling' : 'asking',
  )
  const end = (isTold: boolean) => setState(isTold ? 'told' : 'failed')
  useEffect(() => {
    if (agreed) void sendErrorReport(trouble).then(end)
  }, [agreed, trouble])
  const tell = () => {
    setState('telling')
    void sendErrorReport(trouble).then(end)
  }
  return (
    <>
      {state !== 'told' && (
        <Button tone="second" busy={state === 'telling'} onClick={tell}>
          {texts.tell}
        </Button>
      )}
      <p role="status">
        {
          {
            asking: texts.what,
            telling: texts.what,
            told: texts.told(trouble.code),
            failed: networkError,
          }[state]
        }
      </p>
    </>
  )
}
