import { PagedList, Table } from '#app/features/office/public.ts'
import { formatRecentTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { readBuildId } from '#app/lib/worker/build-id.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { type PhoneReport, phoneReports } from '#contract/phone-reports'
import { onboardingProgressTexts } from '#i18n/onboarding-progress'

/** Phones that have reported unsent forms. */
export function UnsentPhones() {
  const texts = useTexts(onboardingProgressTexts)
  const language = useLanguage()
  const when = (at: string) => formatRecentTime(Date.parse(at), language)
  return (
    <PagedList
      name="phones-holding"
      entry={phoneReports.holding}
      input={{}}
      rowsOf={({ phones: rows, total, waiting, refused }) =>
        rows.map((row) => ({ ...row, about: texts.phonesAbout(total, waiting, refused) }))
      }
    >
      {(rows) => (
        <>
          <h2>{texts.phones}</h2>
          <p>{rows[0]?.about ?? texts.noPhones}</p>
          <Table
            caption={texts.phones}
            titled
            columns={[
              { title: texts.name, cell: ({ name }) => name },
              { title: texts.number, cell: ({ number }) => number },
              { title: texts.department, cell: ({ department }) => department },
              { title: texts.waitingItems, cell: ({ waiting }) => waiting, isNumeric: true },
              { title: texts.refusedItems, cell: ({ refused }) => refused, isNumeric: true },
              { title: texts.oldest, cell: ({ oldestAt }) => when(oldestAt) },
              { title: texts.version, cell: (row) => <Version {...row} /> },
              { title: texts.reportedAt, cell: ({ reportedAt }) => when(reportedAt) },
            ]}
            rows={rows}
            rowKey={({ id }) => id}
            empty={null}
          />
        </>
      )}
    </PagedList>
  )
}

function Version({ version, ended }: PhoneReport) {
  const texts = useTexts(onboardingProgressTexts)
  return (
    <>
      {version === readBuildId() ? texts.sameVersion : version}{' '}
      {ended && <Pill tone="need">{texts.endedSession}</Pill>}
    </>
  )
}
