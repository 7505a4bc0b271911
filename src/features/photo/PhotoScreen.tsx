import { useOwn } from '#app/features/profile/face.ts'
import { useAge } from '#app/lib/age.ts'
import { useWords } from '#app/lib/language.ts'
import { AgeBanner } from '#app/ui/AgeBanner.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Problem } from '#app/ui/Problem.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { commonWords } from '#words/common'
import { formWords } from '#words/form'
import { photoWords } from '#words/photo'
import { photoScreenWords } from '#words/photo-screen'
import { ConsentCard } from './ConsentCard.tsx'
import { OwnCard } from './OwnCard.tsx'
import { PhotoForm } from './PhotoForm.tsx'
import { TakeBack } from './TakeBack.tsx'
import { useConsent } from './useConsent.ts'

/** The face photo: choose one, see what will be sent, and send it once and for all (PHO-01). */
export function PhotoScreen() {
  const words = useWords(photoWords)
  const about = useWords(photoScreenWords)
  const common = useWords(commonWords)
  const form = useWords(formWords)
  const { kept, record } = useOwn()
  const age = useAge(kept, about.own)
  const consent = useConsent()
  return (
    <Page title={words.title} back banner={age && <AgeBanner {...age} />}>
      {record && (
        <>
          {record.photo !== '' || consent.agreed ? (
            <PhotoForm stored={record.photo} />
          ) : (
            <ConsentCard consent={consent} />
          )}
          {record.photo !== '' && <TakeBack consent={consent} />}
          <OwnCard record={record} />
        </>
      )}
      {!record && kept.state === 'loading' && <Skeleton rows={6} label={common.loading} />}
      {!record && kept.state !== 'loading' && (
        <Problem
          title={about.ownFailed}
          text={kept.problem}
          why={kept.why}
          retryLabel={form.retry}
          onRetry={kept.retry}
        />
      )}
    </Page>
  )
}
