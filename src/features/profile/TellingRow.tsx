import { useState } from 'react'
import { useTexts } from '#app/lib/language.ts'
import { setTellsTroubles, tellsTroubles } from '#app/lib/trouble.ts'
import { Segments } from '#app/ui/Segments.tsx'
import { errorReportingTexts } from '#i18n/error-reporting'

/** Whether errors are told by themselves; not unless somebody says so. */
export function TellingRow() {
  const texts = useTexts(errorReportingTexts)
  const [tells, setTells] = useState(tellsTroubles)
  return (
    <Segments
      label={texts.setting}
      value={tells ? 'always' : 'never'}
      options={[
        { value: 'never', label: texts.never },
        { value: 'always', label: texts.always },
      ]}
      onChoose={(choice) => {
        setTellsTroubles(choice === 'always')
        setTells(choice === 'always')
      }}
    />
  )
}
