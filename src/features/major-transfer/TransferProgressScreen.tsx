import { Files } from 'lucide'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { EmptyStateWithLink } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { majorTransferTexts } from '#i18n/major-transfer'
import { transferApplicationsQuery } from './queries.ts'
import { TransferApplicationCard } from './TransferApplicationCard.tsx'

/** The student's applications and their status (MAJ-04). */
export function TransferProgressScreen() {
  const texts = useTexts(majorTransferTexts)
  const kept = useCachedQuery(transferApplicationsQuery())
  const applications = kept.data?.applications
  return (
    <Page title={texts.progress} back="/applicationProfessionalTransfer">
      {applications === undefined && <QueryFallback kept={kept} failed={texts.failed} />}
      {applications?.length === 0 && (
        <EmptyStateWithLink
          icon={<Icon of={Files} />}
          title={texts.none}
          text={texts.noneText}
          to="/noticeTransfer"
          way={texts.notice}
        />
      )}
      {applications?.map((application) => (
        <TransferApplicationCard
          key={application.id}
          application={application}
          onWithdrawn={kept.retry}
        />
      ))}
    </Page>
  )
}
