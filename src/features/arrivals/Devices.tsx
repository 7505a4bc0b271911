import { Table } from '#app/features/office/face.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { agoOrDate } from '#app/lib/moments.ts'
import { arrivals } from '#contract/arrivals'
import { arrivalWords } from '#words/arrivals'

const EVERY_MS = 15_000

/** Whose phones confirm arrivals, when they were heard of, and what they still hold. */
export function Devices() {
  const words = useWords(arrivalWords)
  const language = useLanguage()
  const { data } = useLiveRead({
    name: 'arrival-devices',
    entry: arrivals.devices,
    input: {},
    every: EVERY_MS,
  })
  const when = (at: string) => (at === '' ? words.never : agoOrDate(Date.parse(at), language))
  return (
    <Table
      caption={words.devices}
      columns={[
        { key: 'name', title: words.keeper, cell: ({ name, staff }) => `${name} ${staff}` },
        { key: 'houses', title: words.building, cell: ({ buildings }) => buildings.join('、') },
        { key: 'scans', title: words.scansHeld, cell: ({ scans }) => scans, figures: true },
        { key: 'refused', title: words.refusedHeld, cell: ({ refused }) => refused, figures: true },
        { key: 'heard', title: words.heardAt, cell: ({ heardAt }) => when(heardAt) },
        { key: 'told', title: words.reportedAt, cell: ({ reportedAt }) => when(reportedAt) },
      ]}
      rows={data?.devices ?? []}
      rowKey={({ id }) => id}
      empty={null}
    />
  )
}
