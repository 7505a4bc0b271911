import { LiveList, Table } from '#app/features/office/face.ts'
import { buildName } from '#app/lib/build-name.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { agoOrDate } from '#app/lib/moments.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { type Phone, phones } from '#contract/phones'
import { progressWords } from '#words/progress'

/** Phones that say they hold something the university does not have. */
export function Phones() {
  const words = useWords(progressWords)
  const language = useLanguage()
  const when = (at: string) => agoOrDate(Date.parse(at), language)
  return (
    <LiveList
      name="phones-holding"
      entry={phones.holding}
      input={{}}
      rowsOf={({ phones: rows, total, waiting, refused }) =>
        rows.map((row) => ({ ...row, about: words.phonesAbout(total, waiting, refused) }))
      }
    >
      {(rows) => (
        <>
          <h2>{words.phones}</h2>
          <p>{rows[0]?.about ?? words.noPhones}</p>
          <Table
            caption={words.phones}
            titled
            columns={[
              { key: 'name', title: words.name, cell: ({ name }) => name },
              { key: 'number', title: words.number, cell: ({ number }) => number },
              { key: 'department', title: words.department, cell: ({ department }) => department },
              {
                key: 'waiting',
                title: words.waitingItems,
                cell: ({ waiting }) => waiting,
                figures: true,
              },
              {
                key: 'refused',
                title: words.refusedItems,
                cell: ({ refused }) => refused,
                figures: true,
              },
              { key: 'oldest', title: words.oldest, cell: ({ oldestAt }) => when(oldestAt) },
              { key: 'version', title: words.version, cell: (row) => <Version {...row} /> },
              {
                key: 'reported',
                title: words.reportedAt,
                cell: ({ reportedAt }) => when(reportedAt),
              },
            ]}
            rows={rows}
            rowKey={({ id }) => id}
            empty={null}
          />
        </>
      )}
    </LiveList>
  )
}

function Version({ version, ended }: Phone) {
  const words = useWords(progressWords)
  return (
    <>
      {version === buildName() ? words.sameVersion : version}{' '}
      {ended && <Pill tone="need">{words.endedSession}</Pill>}
    </>
  )
}
