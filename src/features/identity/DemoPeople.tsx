import { useLanguage, useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { DemoPerson } from '#contract/page-settings'
import { signInWords } from '#words/sign-in'

/** Who can sign in on the demo campus; a tap fills the form. */
export function DemoPeople({
  people,
  onChoose,
}: {
  people: readonly DemoPerson[]
  onChoose: (person: DemoPerson) => void
}) {
  const words = useWords(signInWords)
  const language = useLanguage()
  return (
    <Card flush title={words.demo}>
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
