import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '#app/lib/language.ts'
import { serverYear } from '#app/lib/moments.ts'
import { Card } from '#app/ui/Card.tsx'
import { Segments } from '#app/ui/Segments.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { FOUND_AT_MOST } from '#contract/audit'
import { auditYears } from '#contract/audit-years'
import { APPROVED, PENDING, REJECTED } from '#contract/greenchannel'
import { formTexts } from '#i18n/form'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { type Kind, KINDS } from './kinds.ts'
import { filterOf, type Search, searchOf } from './search.ts'

/** Year, status, order and who is looked for, in the address (AUD-05, AUD-17). */
export function Filters({ kind, search }: { kind: Kind; search: Search }) {
  const texts = useTexts(greenChannelReviewTexts)
  const say = useTexts(formTexts)
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
        label={texts.year}
        closeLabel={say.close}
        options={auditYears(serverYear()).map((year) => ({
          value: year,
          label: texts.yearNamed(year),
        }))}
        value={filter.year}
        onChange={(year) => choose({ year })}
      />
      <Segments
        label={texts.status}
        options={[
          { value: '', label: texts.all },
          { value: PENDING, label: texts.shortPending },
          { value: APPROVED, label: texts.shortApproved },
          { value: REJECTED, label: texts.shortRejected },
        ]}
        value={filter.status}
        onChoose={(status) => choose({ status })}
      />
      <Segments
        label={texts.order}
        options={[
          { value: 'newest', label: texts.newest },
          { value: 'oldest', label: texts.oldest },
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
          label={texts.find}
          hint={filter.find === '' ? undefined : texts.foundAtMost(FOUND_AT_MOST)}
          value={typed}
          enterKeyHint="search"
          onChange={(event) => setTyped(event.target.value)}
          trailing={
            <TextButton onClick={() => choose({ find: typed.trim() })}>{texts.search}</TextButton>
          }
        />
      </form>
    </Card>
  )
}
