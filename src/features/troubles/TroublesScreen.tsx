import { useState } from 'react'
import { Filters, LiveList, OfficePage, Table, type Column } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { type ToldTrouble, troubles } from '#contract/troubles'
import { officeWords } from '#words/office'
import { troublesOfficeWords } from '#words/troubles-office'

/** Errors that phones have met, newest first, or those of the code that a student reads out. */
export function TroublesScreen() {
  const words = useWords(troublesOfficeWords)
  const common = useWords(officeWords)
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState('')
  const columns: readonly Column<ToldTrouble>[] = [
    { key: 'code', title: words.code, cell: ({ code: told }) => told },
    { key: 'at', title: words.at, cell: ({ at }) => new Date(at).toLocaleString() },
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
      <Filters onSearch={() => setCode(typed.trim())}>
        <TextField
          label={words.code}
          value={typed}
          inputMode="numeric"
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" tone="second">
          {common.search}
        </Button>
      </Filters>
      <LiveList
        name="troubles"
        entry={troubles.list}
        input={{ code }}
        rowsOf={({ troubles: told }) => told}
      >
        {(rows) => (
          <Table caption={words.title} columns={columns} rows={rows} rowKey={({ id }) => id} />
        )}
      </LiveList>
    </OfficePage>
  )
}
