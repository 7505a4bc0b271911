import { useOwnRecord } from '#app/features/profile/public.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { photoTexts } from '#i18n/photo'
import { photoScreenTexts } from '#i18n/photo-screen'
import { PhotoConsentCard } from './PhotoConsentCard.tsx'
import { PhotoForm } from './PhotoForm.tsx'
import { PhotoOwnerCard } from './PhotoOwnerCard.tsx'
import { usePhotoConsent } from './usePhotoConsent.ts'
import { WithdrawPhotoConsent } from './WithdrawPhotoConsent.tsx'

/** The face photo: choose one, preview it, and upload it once (PHO-01). */
export function PhotoScreen() {
  const texts = useTexts(photoTexts)
  const about = useTexts(photoScreenTexts)
  const { kept, record } = useOwnRecord()
  const age = useStaleDataNotice(kept, about.own)
  const consent = usePhotoConsent()
  return (
    <Page title={texts.title} back banner={age && <StaleDataBanner {...age} />}>
      {record && (
        <>
          {record.photo !== '' || consent.agreed ? (
            <PhotoForm stored={record.photo} />
          ) : (
            <PhotoConsentCard consent={consent} />
          )}
          {record.photo !== '' && <WithdrawPhotoConsent consent={consent} />}
          <PhotoOwnerCard record={record} />
        </>
      )}
      {!record && kept.state === 'loading' && <Skeleton rows={6} />}
      {!record && kept.state !== 'loading' && (
        <ErrorState
          title={about.ownFailed}
          text={kept.problem}
          why={kept.why}
          onRetry={kept.retry}
        />
      )}
    </Page>
  )
}
