import { useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { privacyTexts } from '#i18n/privacy'
import { StoredPersonalData } from './StoredPersonalData.tsx'

/** The data that is stored, who sees it, how long it is stored, and the student's rights. */
export function PrivacyScreen() {
  const texts = useTexts(privacyTexts)
  const session = useSession()
  return (
    <Page title={texts.title} back>
      {session?.person.role === 'student' && <StoredPersonalData />}
      <Card title={texts.whatTitle}>{texts.what}</Card>
      <Card title={texts.whoTitle}>{texts.who}</Card>
      <Card title={texts.phoneTitle}>{texts.phone}</Card>
      <Card title={texts.longTitle}>{texts.long}</Card>
      <Card title={texts.rightsTitle}>{texts.rights}</Card>
    </Page>
  )
}
