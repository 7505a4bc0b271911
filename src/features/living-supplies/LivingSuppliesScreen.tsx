import { useNavigate } from '@tanstack/react-router'
import { ShoppingBasket } from 'lucide'
import { useEffect, useEffectEvent } from 'react'
import { LazyStepWindowNotice } from '#app/features/campus-rules/public.ts'
import { useOnboardingStep } from '#app/features/onboarding/public.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { useSubmissionStatus } from '#app/lib/forms/submission-status.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { LazySubmissionSheet } from '#app/ui/LazySubmissionSheet.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Page } from '#app/ui/Page.tsx'
import { Row } from '#app/ui/Row.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { showToast } from '#app/ui/toast.ts'
import { WaitingNotice } from '#app/ui/WaitingNotice.tsx'
import { dormTexts } from '#i18n/dorm'
import { formTexts } from '#i18n/form'
import { livingSuppliesTexts } from '#i18n/living-supplies'
import { LivingSuppliesForm } from './LivingSuppliesForm.tsx'
import { useLivingSupplies } from './useLivingSupplies.ts'

/**
 * The living supplies, which can be reserved online or offline. A student without a room gets a
 * link to the home page (LIV-01, LIV-09).
 */
export function LivingSuppliesScreen({ step, stunum }: { step: string; stunum: string }) {
  const texts = useTexts(livingSuppliesTexts)
  const dorm = useTexts(dormTexts)
  const form = useTexts(formTexts)
  const navigate = useNavigate()
  const named = useTranslateName()
  const living = useLivingSupplies(step)
  const { skippable, goOn } = useOnboardingStep(step, stunum)
  const age = useStaleDataNotice(living.kept, texts.title)
  const status = useSubmissionStatus(living.saved)
  // If the university refuses without a reason, the message names the action that failed (LIV-14,
  // LIV-15).
  const say = { ...form, returnedPlain: living.isNew ? texts.saveFailed : texts.changeFailed }
  const { failed, ready, packages, resident, mustWait } = living
  const leave = useEffectEvent(() => {
    showToast(dorm.waitForRoom)
    void navigate({ to: '/', replace: true })
  })
  useEffect(() => {
    if (mustWait) leave()
  }, [mustWait])
  return (
    <Page
      title={texts.title}
      back={`/welcome/${stunum}`}
      action={living.draftKept && <output>{say.draftKept}</output>}
      banner={age && <StaleDataBanner strong={age.strong} text={age.text ?? say.firstTime} />}
    >
      <LazyStepWindowNotice page="livinguse" />
      {failed && (
        <ErrorState
          title={texts.loadFailed}
          text={failed.why === 'never-read' ? texts.neverRead : failed.problem}
          why={failed.why}
          onRetry={failed.retry}
        />
      )}
      {!failed && !ready && <Skeleton rows={6} />}
      {!failed && ready && packages.length === 0 && (
        <EmptyState
          icon={<Icon of={ShoppingBasket} />}
          title={texts.empty}
          text={texts.emptyText}
        />
      )}
      {!failed && ready && packages.length > 0 && (
        <>
          {living.waiting && <WaitingNotice item={living.waiting} texts={say} />}
          {resident && resident.building !== '' && (
            <Card flush>
              <Row label={texts.room} value={`${named(resident.building)} ${resident.room}`} />
            </Card>
          )}
          <LivingSuppliesForm
            key={living.restored ? 'draft' : 'record'}
            packages={packages}
            source={living.source}
            restored={living.restored}
            isInConflict={living.isInConflict}
            isNew={living.record === undefined}
            onDraft={living.keep}
            onDropDraft={living.dropDraft}
            onSaved={living.finish}
            onSkip={skippable ? goOn : undefined}
          />
        </>
      )}
      <LazySubmissionSheet status={status} texts={say} onNext={goOn} onClose={living.closeSaved} />
    </Page>
  )
}
