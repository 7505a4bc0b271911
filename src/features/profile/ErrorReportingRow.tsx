import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { setErrorReportConsent, hasErrorReportConsent } from '#app/lib/network/error-reporting.ts'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import { errorReportingTexts } from '#i18n/error-reporting'

/** The setting for sending error reports automatically; off by default. */
export function ErrorReportingRow() {
  const texts = useTexts(errorReportingTexts)
  const [tells, setTells] = useState(hasErrorReportConsent)
  return (
    <SegmentedControl
      label={texts.setting}
      value={tells ? 'always' : 'never'}
      options={[
        { value: 'never', label: texts.never },
        { value: 'always', label: texts.always },
      ]}
      onChoose={(choice) => {
        setErrorReportConsent(choice === 'always')
        setTells(choice === 'always')
      }}
    />
  )
}
