import { useRouter } from '@tanstack/react-router'
import { CloudOff } from 'lucide'
import { isDormSupervisor } from '#app/features/identity/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { RowLink } from '#app/ui/Row.tsx'
import { appShellTexts } from '#i18n/app-shell'
import { pageNameTexts } from '#i18n/page-names'

/**
 * Replaces a page whose chunk is not on this phone and cannot be loaded now. It says what the page
 * is, what the page needs, and what works in the meantime.
 */
export function PageNotCachedScreen({ onRetry }: { onRetry: () => void }) {
  const texts = useTexts(pageNameTexts)
  const frame = useTexts(appShellTexts)
  const names: Readonly<Record<string, string>> = texts.names
  const { pathname } = useRouter().latestLocation
  const name = names[pathname.split('/')[1]?.toLowerCase() ?? ''] ?? texts.thisPage
  return (
    <Page title={name} back>
      <EmptyState
        icon={<Icon of={CloudOff} />}
        title={texts.needsNetwork(name)}
        text={texts.opensItself}
        action={
          <Button tone="second" onClick={onRetry}>
            {frame.retry}
          </Button>
        }
      />
      <Card flush title={texts.meanwhile}>
        <OwnCachedPages />
        <RowLink to="/schoolcalendar" label={texts.calendar} />
        <RowLink to="/schoolKnow" label={texts.enrolment} />
      </Card>
    </Page>
  )
}

function OwnCachedPages() {
  const texts = useTexts(pageNameTexts)
  const session = useSession()
  if (session === null) return null
  const { person, isNew, stunum } = session
  return (
    <>
      {isNew && <RowLink to="/welcome/$stunum" params={{ stunum }} label={texts.steps} />}
      {person.role === 'student' && person.number !== '' && (
        <RowLink to="/searchcourse/$stunum" params={{ stunum }} label={texts.timetable} />
      )}
      {isDormSupervisor(person) && <RowLink to="/scanCodes/{-$station}" label={texts.scan} />}
      <RowLink to="/outbox" label={texts.outbox} />
    </>
  )
}
