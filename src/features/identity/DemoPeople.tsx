import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { DemoUser } from '#contract/page-settings'
import { signInTexts } from '#i18n/sign-in'

/** The demo users of the demo campus; a tap fills the form. */
export function DemoPeople({
  people,
  onChoose,
}: {
  people: readonly DemoUser[]
  onChoose: (person: DemoUser) => void
}) {
  const texts = useTexts(signInTexts)
  const language = useLanguage()
  return (
    <Card flush title={texts.demo}>
      {people.map((person) => (
        <Row
          key={person.number}
          label={person.number}
          value={person.who[language]}
          onClick={() => onChoose(person)}
        />
      ))}
    </Card>
  )
}
