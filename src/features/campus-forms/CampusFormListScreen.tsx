import { ClipboardList } from 'lucide'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOutboxStatus } from '#app/lib/outbox/outbox.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { ReviewPill } from '#app/ui/ReviewPill.tsx'
import { RowLink } from '#app/ui/Row.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { queuedCampusFormName } from '#contract/campus-form-names'
import type { OfferedCampusForm } from '#contract/campus-forms'
import { campusFormTexts } from '#i18n/campus-forms'
import { describeAvailability, formatMinute, classifyAvailability } from './form-availability.ts'
import { offeredFormsQuery } from './queries.ts'
import { useWording } from './wording.ts'

/** The forms that the campus has made for this student. */
export function CampusFormListScreen() {
  const texts = useTexts(campusFormTexts)
  const stunum = useSession()?.stunum ?? ''
  const kept = useCachedQuery(offeredFormsQuery())
  const age = useStaleDataNotice(kept, texts.listTitle)
  const word = useWording()
  const language = useLanguage()
  return (
    <Page title={texts.listTitle} back="/" banner={age && <StaleDataBanner {...age} />}>
      {kept.data === undefined && <QueryFallback kept={kept} failed={texts.loadFailed} rows={5} />}
      {kept.data?.forms.length === 0 && (
        <EmptyState icon={<Icon of={ClipboardList} />} title={texts.none} text={texts.noneText} />
      )}
      {kept.data !== undefined && kept.data.forms.length > 0 && (
        <Card flush>
          {kept.data.forms.map((offered) => {
            const { form, definition, until } = offered
            const availability = classifyAvailability(offered)
            const why = describeAvailability(availability, offered, { texts, language })
            return (
              <RowLink
                key={form}
                to="/campusForm/$form/$stunum"
                params={{ form, stunum }}
                label={word(definition.title)}
                description={
                  why !== ''
                    ? why
                    : until === ''
                      ? word(definition.help).split('\n')[0]
                      : texts.until(formatMinute(until, language))
                }
                trailing={<FormPill offered={offered} availability={availability} />}
              />
            )
          })}
        </Card>
      )}
    </Page>
  )
}

function FormPill({
  offered: { form, state },
  availability,
}: {
  offered: OfferedCampusForm
  availability: ReturnType<typeof classifyAvailability>
}) {
  const texts = useTexts(campusFormTexts)
  const { items } = useOutboxStatus()
  const item = items.filter((one) => one.form === queuedCampusFormName(form)).at(-1)
  if (item !== undefined)
    return item.state === 'needs-you' || item.state === 'conflict' ? (
      <Pill tone="need">{texts.needsYou}</Pill>
    ) : (
      <Pill tone="wait">{texts.waiting}</Pill>
    )
  if (state === 'pending' || state === 'approved' || state === 'rejected')
    return <ReviewPill review={state}>{texts[state]}</ReviewPill>
  if (state === 'submitted') return <Pill tone="done">{texts.submitted}</Pill>
  if (availability === 'not-open') return <Pill tone="mute">{texts.notOpen}</Pill>
  if (availability === 'closed') return <Pill tone="mute">{texts.closed}</Pill>
  return <Pill tone="brand">{texts.open}</Pill>
}
