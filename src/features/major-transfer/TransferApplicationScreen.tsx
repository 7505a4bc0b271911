import { useNavigate } from '@tanstack/react-router'
import { Files } from 'lucide'
import { useCampusRule } from '#app/features/campus-rules/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { invalidateCachedReads } from '#app/lib/cache/query-client.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useDraft } from '#app/lib/outbox/drafts.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Row } from '#app/ui/Row.tsx'
import { showToast } from '#app/ui/toast.ts'
import { TRANSFER_RULE } from '#contract/major-transfer'
import { majorTransferTexts } from '#i18n/major-transfer'
import { transferApplicationsQuery, transferChoicesQuery } from './queries.ts'
import { PASSED_TRANSFER_STATUS, PENDING_TRANSFER_STATUS } from './status.ts'
import { TransferApplicationForm } from './TransferApplicationForm.tsx'

/**
 * The application for another major (MAJ-03). The typed reason is stored as a draft; sending the
 * application is online-only.
 */
export function TransferApplicationScreen() {
  const texts = useTexts(majorTransferTexts)
  const navigate = useNavigate()
  const draft = useDraft('transfer')
  const kept = useCachedQuery(transferChoicesQuery(''))
  const choices = kept.data?.choices
  // The page first checks whether the student is allowed to apply, so that nobody writes a hundred
  // characters in vain.
  const own = useCachedQuery(transferApplicationsQuery())
  const { times } = useCampusRule('transfer', TRANSFER_RULE)
  const applications = own.data?.applications ?? []
  const passed = applications.filter(({ status }) => status === PASSED_TRANSFER_STATUS)
  const stands =
    applications.find(({ status }) => status === PENDING_TRANSFER_STATUS) ??
    (passed.length >= times ? passed[0] : undefined)
  if (kept.why === 'refused')
    return (
      <Page title={texts.applyTitle} back="/noticeTransfer">
        <EmptyState
          icon={<Icon of={Files} />}
          title={kept.problem ?? texts.failed}
          action={<ButtonLink to="/noticeTransfer">{texts.notice}</ButtonLink>}
        />
      </Page>
    )
  if (stands !== undefined)
    return (
      <Page title={texts.applyTitle} back="/noticeTransfer">
        <EmptyState
          icon={<Icon of={Files} />}
          title={
            stands.status === PENDING_TRANSFER_STATUS ? texts.pendingStands : texts.passedStands
          }
          text={
            stands.status === PENDING_TRANSFER_STATUS
              ? texts.pendingStandsText
              : texts.ruleTimes(times)
          }
          action={<ButtonLink to="/myNoticeApply">{texts.progress}</ButtonLink>}
        />
      </Page>
    )
  return (
    <Page title={texts.applyTitle} back="/noticeTransfer">
      {choices === undefined || own.data === undefined || !draft.ready ? (
        <QueryFallback kept={kept.data === undefined ? kept : own} failed={texts.failed} />
      ) : (
        <>
          <Card flush title={texts.now}>
            <Row label={texts.department} value={choices.student.department} />
            <Row label={texts.major} value={choices.student.major} />
            <Row label={texts.className} value={choices.student.className} />
          </Card>
          <TransferApplicationForm
            choices={choices}
            listReadAt={own.at}
            draftReason={typeof draft.draft === 'string' ? draft.draft : ''}
            onDraft={async (reason) => void (await draft.save(reason))}
            onDropDraft={() => void draft.drop()}
            onSent={() => {
              void draft.drop()
              void invalidateCachedReads('transfers')
              showToast(texts.added)
              void navigate({ to: '/myNoticeApply', replace: true })
            }}
          />
        </>
      )}
    </Page>
  )
}
