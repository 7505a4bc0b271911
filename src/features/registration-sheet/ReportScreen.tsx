import { useState } from 'react'
import { useOwnRecord } from '#app/features/profile/public.ts'
import { serverYear } from '#app/lib/format/china-time.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { Card } from '#app/ui/Card.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Page } from '#app/ui/Page.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { commonTexts } from '#i18n/common'
import { registrationSheetTexts } from '#i18n/registration-sheet'
import { PrintedRegistrationSheet } from './PrintedRegistrationSheet.tsx'
import styles from './registration-sheet.module.css'

/**
 * The report sheet of a fee year, to show or print (RPT-01). The request needs the ID number, which
 * no phone stores.
 */
export function ReportScreen() {
  const texts = useTexts(registrationSheetTexts)
  const common = useTexts(commonTexts)
  const { kept, record } = useOwnRecord()
  const offline = useNetwork() === 'offline'
  const [year, setYear] = useState(serverYear)
  const idCard = record?.idCard ?? ''
  return (
    <Page title={texts.title} back sheet>
      {idCard === '' && (offline || kept.state === 'failed' || kept.state === 'cached') && (
        <ErrorState
          title={offline ? common.offlineOnly : texts.ownFailed}
          text={offline ? undefined : kept.problem}
          why={kept.why}
          onRetry={kept.retry}
        />
      )}
      {idCard === '' && !offline && (kept.state === 'loading' || kept.state === 'fresh') && (
        <Skeleton rows={7} />
      )}
      {record && idCard !== '' && (
        <>
          <div className={styles['choice']}>
            <Card flush>
              <SelectField
                label={texts.year}
                value={String(year)}
                options={yearsSince(record.entryYear).map((one) => ({
                  value: String(one),
                  label: texts.yearNamed(one),
                }))}
                onChange={(chosen) => setYear(Number(chosen))}
              />
            </Card>
          </div>
          <PrintedRegistrationSheet key={year} idCard={idCard} year={year} />
        </>
      )}
    </Page>
  )
}

/** Returns the fee years of a student, from the current one back to the year of entry. */
function yearsSince(entryYear: string): number[] {
  const now = serverYear()
  const first = Math.min(now, Number(entryYear) || now)
  return Array.from({ length: now - first + 1 }, (_, back) => now - back)
}
