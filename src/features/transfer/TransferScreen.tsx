import { useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { RowLink } from '#app/ui/Row.tsx'
import { transferWords } from '#words/transfer'

/** The change of one's major: its notice, and how far one's applications are (MAJ-01). */
export function TransferScreen() {
  const words = useWords(transferWords)
  return (
    <Page title={words.title} back>
      <Card flush>
        <RowLink to="/noticeTransfer" label={words.notice} description={words.noticeText} />
        <RowLink to="/myNoticeApply" label={words.progress} description={words.progressText} />
      </Card>
    </Page>
  )
}
