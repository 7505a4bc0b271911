import { useRouter } from '@tanstack/react-router'
import { CloudOff } from 'lucide'
import { isDormSupervisor } from '#app/features/identity/face.ts'
import { useWords } from '#app/lib/language.ts'
import { useSession } from '#app/lib/session.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { RowLink } from '#app/ui/Row.tsx'
import { frameWords } from '#words/frame'
import { placeWords } from '#words/places'

/**
 * In place of a page whose file is not on this phone and cannot come now: what it is, what it
 * needs, what works meanwhile.
 */
export function MissingScreen({ onRetry }: { onRetry: () => void }) {
  const words = useWords(placeWords)
  const frame = useWords(frameWords)
  const names: Readonly<Record<string, string>> = words.names
  const { pathname } = useRouter().latestLocation
  const name = names[pathname.split('/')[1]?.toLowerCase() ?? ''] ?? words.thisPage
  return (
    <Page title={name} back>
      <Empty
        icon={<Icon of={CloudOff} />}
        title={words.needsNetwork(name)}
        text={words.opensItself}
        action={
          <Button tone="second" onClick={onRetry}>
            {frame.retry}
          </Button>
        }
      />
      <Card flush title={words.meanwhile}>
        <Own />
        <RowLink to="/schoolcalendar" label={words.calendar} />
        <RowLink to="/schoolKnow" label={words.enrolment} />
      </Card>
    </Page>
  )
}

function Own() {
  const words = useWords(placeWords)
  const session = useSession()
  if (session === null) return null
  const { person, isNew, stunum } = session
  return (
    <>
      {isNew && <RowLink to="/welcome/$stunum" params={{ stunum }} label={words.steps} />}
      {person.role === 'student' && person.number !== '' && (
        <RowLink to="/searchcourse/$stunum" params={{ stunum }} label={words.timetable} />
      )}
      {isDormSupervisor(person) && <RowLink to="/scanCodes" label={words.scan} />}
      <RowLink to="/outbox" label={words.outbox} />
    </>
  )
}
