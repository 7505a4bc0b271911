import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCampusRule } from '#app/features/campus-rules/public.ts'
import { serverYear } from '#app/lib/format/china-time.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import {
  APPLICATION_APPROVED,
  APPLICATION_PENDING,
  APPLICATION_REJECTED,
} from '#contract/green-channel'
import { MAX_SEARCH_RESULTS } from '#contract/green-channel-review'
import { REVIEW_RULE, selectableReviewYears } from '#contract/review-years'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { type ApplicationKind, APPLICATION_KINDS } from '../kinds.ts'
import { toApplicationFilter, type ReviewSearch, toReviewSearch } from '../search.ts'

/** The filters for year, status, order and applicant, stored in the address (AUD-05, AUD-17). */
export function ReviewFilters({ kind, search }: { kind: ApplicationKind; search: ReviewSearch }) {
  const texts = useTexts(greenChannelReviewTexts)
  const navigate = useNavigate()
  const filter = toApplicationFilter(search)
  const [typed, setTyped] = useState(filter.find)
  const choose = (change: Partial<typeof filter>) =>
    void navigate({
      to: APPLICATION_KINDS[kind].list,
      search: toReviewSearch({ ...filter, ...change }),
      replace: true,
    })
  return (
    <Card flush>
      <SelectField
        label={texts.year}
        options={selectableReviewYears(serverYear(), useCampusRule('review', REVIEW_RULE)).map(
          (year) => ({
            value: year,
            label: texts.yearNamed(year),
          }),
        )}
        value={filter.year}
        onChange={(year) => choose({ year })}
      />
      <SegmentedControl
        label={texts.status}
        options={[
          { value: '', label: texts.all },
          { value: APPLICATION_PENDING, label: texts.shortPending },
          { value: APPLICATION_APPROVED, label: texts.shortApproved },
          { value: APPLICATION_REJECTED, label: texts.shortRejected },
        ]}
        value={filter.status}
        onChoose={(status) => choose({ status })}
      />
      <SegmentedControl
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
        aria-label={texts.searchTerms}
        onSubmit={(event) => {
          event.preventDefault()
          choose({ find: typed.trim() })
        }}
      >
        <TextField
          label={texts.find}
          hint={filter.find === '' ? undefined : texts.foundAtMost(MAX_SEARCH_RESULTS)}
          value={typed}
          enterKeyHint="search"
          onType={setTyped}
          trailing={
            <TextButton onClick={() => choose({ find: typed.trim() })}>{texts.search}</TextButton>
          }
        />
      </form>
    </Card>
  )
}
