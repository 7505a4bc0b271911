import { Files } from 'lucide'
import { useKept } from '#app/lib/kept.ts'
import { useTexts } from '#app/lib/language.ts'
import { Nothing } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { commonTexts } from '#i18n/common'
import { majorTransferTexts } from '#i18n/major-transfer'
import { ApplicationCard } from './ApplicationCard.tsx'
import { applicationsQuery } from './queries.ts'

/** One's applications and how they stand (MAJ-04). */
export function ProgressScreen() {
  const texts = useTexts(majorTransferTexts)
  const common = useTexts(commonTexts)
  const kept = useKept(applicationsQuery())
  const applications = kept.data?.applications
  return (
    <Page title={texts.progress} back="/applicationProfessionalTransfer">
      {applications === undefined && (
        <Reading
          kept={kept}
          failed={texts.failed}
          retryLabel={texts.retry}
          loadingLabel={common.loading}
        />
      )}
      {applications?.length === 0 && (
        <Nothing
          icon={<Icon of={Files} />}
          title={texts.none}
          text={texts.noneText}
          to="/noticeTransfer"
          way={texts.notice}
        />
      )}
      {applications?.map((application) => (
        <ApplicationCard key={application.id} application={application} onWithdrawn={kept.retry} />
      ))}
    </Page>
  )
}
