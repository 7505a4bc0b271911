import { useNavigate } from '@tanstack/react-router'
import { useWords } from '#app/lib/language.ts'
import { serverYear } from '#app/lib/moments.ts'
import { Card } from '#app/ui/Card.tsx'
import { Segments } from '#app/ui/Segments.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { auditYears } from '#contract/audit-years'
import { APPROVED, PENDING, REJECTED } from '#contract/greenchannel'
import { auditWords } from '#words/audit'
import { formWords } from '#words/form'
import { type Kind, KINDS } from './kinds.ts'
import { type Search, searchOf, statusOf, yearOf } from './search.ts'

/** Year and status, in the address (AUD-05, AUD-17). */
export function Filters({ kind, search }: { kind: Kind; search: Search }) {
  const words = useWords(auditWords)
  const say = useWords(formWords)
  const navigate = useNavigate()
  const filter = { year: yearOf(search), status: statusOf(search) }
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
    </Card>
  )
}
