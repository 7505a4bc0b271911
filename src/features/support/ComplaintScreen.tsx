import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '#app/lib/language/language.ts'
import { useDraft } from '#app/lib/outbox/drafts.ts'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { showToast } from '#app/ui/toast.ts'
import { supportTexts } from '#i18n/support'
import { ComplaintForm } from './ComplaintForm.tsx'
import { parseComplaintDraft } from './draft.ts'
import { OwnComplaints } from './OwnComplaints.tsx'

const FORM = 'advice'

/**
 * A complaint or suggestion (CMP-01), and the answers to earlier ones. Online-only; the typed text
 * is stored as a draft (D-99).
 */
export function ComplaintScreen() {
  const texts = useTexts(supportTexts)
  const navigate = useNavigate()
  const draft = useDraft(FORM)
  return (
    <Page title={texts.complaint} back>
      {draft.ready ? (
        <ComplaintForm
          savedDraft={parseComplaintDraft(draft.draft)}
          onDraft={async (kept) => void (await draft.save(kept))}
          onDropDraft={() => void draft.drop()}
          onSent={() => {
            void draft.drop()
            showToast(texts.complaintSent)
            void navigate({ to: '/' })
          }}
        />
      ) : (
        <Skeleton rows={3} />
      )}
      <OwnComplaints />
    </Page>
  )
}
