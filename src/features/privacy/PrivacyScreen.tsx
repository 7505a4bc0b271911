import { useWords } from '#app/lib/language.ts'
import { useSession } from '#app/lib/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { privacyWords } from '#words/privacy'
import { Mine } from './Mine.tsx'

/** What is kept, who sees it, for how long, and what a student can do about it. */
export function PrivacyScreen() {
  const words = useWords(privacyWords)
  const session = useSession()
  return (
    <Page title={words.title} back>
      {session?.person.role === 'student' && <Mine />}
      <Card title={words.whatTitle}>{words.what}</Card>
      <Card title={words.whoTitle}>{words.who}</Card>
      <Card title={words.phoneTitle}>{words.phone}</Card>
      <Card title={words.longTitle}>{words.long}</Card>
      <Card title={words.rightsTitle}>{words.rights}</Card>
    </Page>
  )
}
