import { useNavigate } from '@tanstack/react-router'
import { Files } from 'lucide'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { invalidateCachedReads } from '#app/lib/cache/query-client.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { showToast } from '#app/ui/toast.ts'
import { majorTransferTexts } from '#i18n/major-transfer'
import { transferApplicationsQuery, transferChoicesQuery } from './queries.ts'
import { PENDING_TRANSFER_STATUS } from './status.ts'
import { TransferApplicationForm } from './TransferApplicationForm.tsx'

const keepNothing = () => Promise.resolve()

/**
 * Changes an application that is under review (MAJ-18). The form has no draft, because the
 * university has the application.
 */
export function EditTransferScreen({ id }: { id: string }) {
  const texts = useTexts(majorTransferTexts)
  const navigate = useNavigate()
  const list = useCachedQuery(transferApplicationsQuery())
  const choices = useCachedQuery(transferChoicesQuery(''))
  const application = list.data?.applications.find((one) => one.id === id)
  const waitsFor = list.data === undefined ? list : choices
  return (
    <Page title={texts.changeTitle} back="/myNoticeApply">
      {list.data !== undefined && application?.status !== PENDING_TRANSFER_STATUS ? (
        <EmptyState icon={<Icon of={Files} />} title={texts.changeGone} />
      ) : application === undefined || choices.data === undefined ? (
        <QueryFallback kept={waitsFor} failed={texts.failed} />
      ) : (
        <TransferApplicationForm
          choices={choices.data.choices}
          changes={application}
          draftReason=""
          listReadAt={list.at}
          onDraft={keepNothing}
          onDropDraft={() => undefined}
          onSent={() => {
            void invalidateCachedReads('transfers')
            showToast(texts.changed)
            void navigate({ to: '/myNoticeApply', replace: true })
          }}
        />
      )}
    </Page>
  )
}
