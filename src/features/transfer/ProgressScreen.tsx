import { Files } from 'lucide'
import { useKept } from '#app/lib/kept.ts'
import { useWords } from '#app/lib/language.ts'
import { Nothing } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { commonWords } from '#words/common'
import { transferWords } from '#words/transfer'
import { ApplicationCard } from './ApplicationCard.tsx'
import { applicationsQuery } from './queries.ts'

/** One's applications and how they stand (MAJ-04). */
export function ProgressScreen() {
  const words = useWords(transferWords)
  const common = useWords(commonWords)
  const kept = useKept(applicationsQuery())
  const applications = kept.data?.applications
  return (
    <Page title={words.progress} back="/applicationProfessionalTransfer">
      {applications === undefined && (
        <Reading
          kept={kept}
          failed={words.failed}
          retryLabel={words.retry}
          loadingLabel={common.loading}
        />
      )}
      {applications?.length === 0 && (
        <Nothing
          icon={<Icon of={Files} />}
          title={words.none}
          text={words.noneText}
          to="/noticeTransfer"
          way={words.notice}
        />
      )}
      {applications?.map((application) => (
        <ApplicationCard key={application.id} application={application} onWithdrawn={kept.retry} />
      ))}
    </Page>
  )
}
