import { useNavigate } from '@tanstack/react-router'
import { useWords } from '#app/lib/language.ts'
import { useDraft } from '#app/lib/outbox/drafts.ts'
import { invalidateReads } from '#app/lib/query-client.ts'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { commonWords } from '#words/common'
import { supportWords } from '#words/support'
import { AdviceForm } from './AdviceForm.tsx'
import { OwnComplaints } from './OwnComplaints.tsx'

const FORM = 'advice'

/**
 * A complaint or suggestion (CMP-01), and what was answered to earlier ones. It is sent now or not
 * at all; what was typed stays as a draft (D-99).
 */
export function AdviceScreen() {
  const words = useWords(supportWords)
  const common = useWords(commonWords)
  const navigate = useNavigate()
  const draft = useDraft(FORM)
  const typed = typeof draft.draft === 'string' ? draft.draft : ''
  return (
    <Page title={words.complaint} back>
      {draft.ready ? (
        <AdviceForm
          typed={typed}
          onDraft={async (text) => void (await draft.save(text))}
          onDropDraft={() => void draft.drop()}
          onSent={() => {
            void draft.drop()
            void invalidateReads('complaints')
            toast(words.complaintSent)
            void navigate({ to: '/' })
          }}
        />
      ) : (
        <Skeleton rows={3} label={common.loading} />
      )}
      <OwnComplaints />
    </Page>
  )
}
