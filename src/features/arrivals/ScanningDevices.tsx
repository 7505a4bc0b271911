import { Table } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { formatRecentTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { arrivals } from '#contract/arrivals'
import { arrivalTexts } from '#i18n/arrivals'

const EVERY_MS = 15_000

/**
 * The devices that confirm arrivals: who uses each, when it last made a request, and how many scans
 * are unsent on it.
 */
export function ScanningDevices() {
  const texts = useTexts(arrivalTexts)
  const language = useLanguage()
  const { data } = useOnlineQuery({
    name: 'arrival-devices',
    entry: arrivals.devices,
    input: {},
    refetchInterval: EVERY_MS,
  })
  const when = (at: string) =>
    at === '' ? texts.never : formatRecentTime(Date.parse(at), language)
  return (
    <Table
      caption={texts.devices}
      columns={[
        { title: texts.keeper, cell: ({ name, staff }) => `${name} ${staff}` },
        { title: texts.building, cell: ({ buildings }) => buildings.join('、') },
        { title: texts.scansHeld, cell: ({ scans }) => scans, isNumeric: true },
        { title: texts.refusedHeld, cell: ({ refused }) => refused, isNumeric: true },
        { title: texts.heardAt, cell: ({ heardAt }) => when(heardAt) },
        { title: texts.reportedAt, cell: ({ reportedAt }) => when(reportedAt) },
      ]}
      rows={data?.devices ?? []}
      rowKey={({ id }) => id}
      empty={null}
    />
  )
}
