import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { RowLink } from '#app/ui/Row.tsx'
import { majorTransferTexts } from '#i18n/major-transfer'

/** The change of major: its notice, and links to the application and its progress (MAJ-01). */
export function TransferScreen() {
  const texts = useTexts(majorTransferTexts)
  return (
    <Page title={texts.title} back>
      <Card flush>
        <RowLink to="/noticeTransfer" label={texts.notice} description={texts.noticeText} />
        <RowLink to="/myNoticeApply" label={texts.progress} description={texts.progressText} />
      </Card>
    </Page>
  )
}
