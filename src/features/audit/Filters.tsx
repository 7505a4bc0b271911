import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { serverYear } from '#app/lib/moments.ts'
import { Card } from '#app/ui/Card.tsx'
import { Segments } from '#app/ui/Segments.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { FOUND_AT_MOST } from '#contract/audit'
import { auditYears } from '#contract/audit-years'
import { APPROVED, PENDING, REJECTED } from '#contract/greenchannel'
import { auditWords } from '#words/audit'
import { formWords } from '#words/form'
import { type Kind, KINDS } from './kinds.ts'
import { filterOf, type Search, searchOf } from './search.ts'

/** Year, status, order and who is looked for, in the address (AUD-05, AUD-17). */
export function Filters({ kind, search }: { kind: Kind; search: Search }) {
  const words = useWords(auditWords)
  const say = useWords(formWords)
  const navigate = useNavigate()
  const filter = filterOf(search)
  const [typed, setTyped] = useState(filter.find)
  const choose = (change: Partial<typeof filter>) =>
    void navigate({
      to: KINDS[kind].list,
      search: searchOf({ ...filter, ...change }),
      replace: true,
    })
  return (
    <Card flush>
      <SelectField
        label={words.year}
        closeLabel={say.close}
        options={auditYears(serverYear()).map((year) => ({
          value: year,
          label: words.yearNamed(year),
        }))}
        value={filter.year}
        onChange={(year) => choose({ year })}
      />
      <Segments
        label={words.status}
        options={[
          { value: '', label: words.all },
          { value: PENDING, label: words.shortPending },
          { value: APPROVED, label: words.shortApproved },
          { value: REJECTED, label: words.shortRejected },
        ]}
        value={filter.status}
        onChoose={(status) => choose({ status })}
      />
      <Segments
        label={words.order}
        options={[
          { value: 'newest', label: words.newest },
          { value: 'oldest', label: words.oldest },
        ]}
        value={filter.oldest ? 'oldest' : 'newest'}
        onChoose={(order) => choose({ oldest: order === 'oldest' })}
      />
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          choose({ find: typed.trim() })
        }}
      >
        <TextField
          label={words.find}
          hint={filter.find === '' ? undefined : words.foundAtMost(FOUND_AT_MOST)}
          value={typed}
          enterKeyHint="search"
          onChange={(event) => setTyped(event.target.value)}
          trailing={
            <TextButton onClick={() => choose({ find: typed.trim() })}>{words.search}</TextButton>
          }
        />
      </form>
    </Card>
  )
}
