import { useState } from 'react'
import {
  LiveTable,
  moment,
  OfficePage,
  SearchLine,
  type Column,
} from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { type ToldTrouble, troubles } from '#contract/troubles'
import { troublesOfficeWords } from '#words/troubles-office'

/** Errors that phones have met, newest first, or those of the code that a student reads out. */
export function TroublesScreen() {
  const words = useWords(troublesOfficeWords)
  const [code, setCode] = useState('')
  const columns: readonly Column<ToldTrouble>[] = [
    { key: 'code', title: words.code, cell: ({ code: told }) => told },
    { key: 'at', title: words.at, cell: ({ at }) => moment(at) },
    {
      key: 'kind',
      title: words.kind,
      cell: ({ kind, name }) => `${kind === 'screen' ? words.screen : words.behind} · ${name}`,
    },
    { key: 'step', title: words.step, cell: ({ step }) => step },
    { key: 'engine', title: words.engine, cell: ({ engine }) => engine },
    { key: 'version', title: words.version, cell: ({ version }) => version },
  ]
  return (
    <OfficePage title={words.title}>
      <p>{words.about}</p>
      <SearchLine label={words.code} inputMode="numeric" onSearch={setCode} />
      <LiveTable
        title={words.title}
        name="troubles"
        entry={troubles.list}
        input={{ code }}
        rowsOf={({ troubles: told }) => told}
        columns={columns}
        rowKey={({ id }) => id}
      />
    </OfficePage>
  )
}
