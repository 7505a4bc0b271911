import { roomQuery, RoomRows } from '#app/features/assigned-room/public.ts'
import {
  loadSavedSteps,
  addressOfStep,
  useOnboardingSteps,
} from '#app/features/onboarding/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Row, RowLink } from '#app/ui/Row.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { dormTexts } from '#i18n/dorm'
import { chosenDormTypeQuery } from './queries.ts'

/** The chosen type and the assigned room, as far as there are any (DORM-13, D-50). */
export function DormInfoScreen() {
  const texts = useTexts(dormTexts)
  const person = useSession()?.person
  const kept = useCachedQuery(roomQuery())
  const age = useStaleDataNotice(kept, texts.infoTitle)
  const room = kept.data?.room
  return (
    <Page title={texts.infoTitle} back banner={age && <StaleDataBanner {...age} />}>
      {person?.role === 'student' && person.enrolment !== '1' && <Choice />}
      {kept.data === undefined && <QueryFallback kept={kept} failed={texts.roomFailed} rows={4} />}
      {kept.data !== undefined && (
        <Card flush title={texts.room}>
          {room ? <RoomRows room={room} /> : <Row label={texts.waitForRoom} />}
        </Card>
      )}
    </Page>
  )
}

function Choice() {
  const texts = useTexts(dormTexts)
  const stunum = useSession()?.stunum ?? ''
  const chosen = useCachedQuery(chosenDormTypeQuery())
  const steps = useOnboardingSteps().steps ?? loadSavedSteps()
  const step = steps.find(({ page }) => page.toLowerCase() === 'selectdorm')
  const open = chosen.data?.type === null && step
  return (
    <Card flush title={texts.chosen}>
      {open ? (
        <RowLink
          to={addressOfStep(open, stunum)}
          label={texts.notChosen}
          trailing={texts.chooseNow}
        />
      ) : (
        <Row
          label={texts.type}
          value={
            chosen.data === undefined ? texts.unknown : (chosen.data.type?.name ?? texts.notChosen)
          }
        />
      )}
    </Card>
  )
}
