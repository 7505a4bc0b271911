import { useTexts } from '#app/lib/language.ts'
import { Page } from '#app/ui/Page.tsx'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { Applications } from './Applications.tsx'
import { useDesk } from './desk.ts'
import { Desk } from './Desk.tsx'
import { Filters } from './Filters.tsx'
import type { Kind } from './kinds.ts'
import type { Search } from './search.ts'

/**
 * The applications to review: a list on a phone, a table beside its detail at a desk (AUD-01,
 * AUD-03, AUD-05).
 */
export function AuditScreen({ kind, search }: { kind: Kind; search: Search }) {
  const texts = useTexts(greenChannelReviewTexts)
  const isDesk = useDesk()
  return (
    <Page title={kind === 'loan' ? texts.loans : texts.households} back="/" wide>
      {isDesk ? (
        <Desk kind={kind} search={search} />
      ) : (
        <>
          <Filters kind={kind} search={search} />
          <Applications kind={kind} search={search} />
        </>
      )}
    </Page>
  )
}
