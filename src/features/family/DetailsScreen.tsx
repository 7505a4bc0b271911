import { useTexts } from '#app/lib/language/language.ts'
import { callApi, describeCallOutcome } from '#app/lib/network/call-api.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Row } from '#app/ui/Row.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { PERSONAL_DETAILS_TOAST_MS } from '#app/ui/times.ts'
import { showToast } from '#app/ui/toast.ts'
import { family } from '#contract/family'
import type { PersonalDetails } from '#contract/personal-details'
import { formTexts } from '#i18n/form'
import { notOfferedTexts } from '#i18n/not-offered'
import { personalDetailsTexts } from '#i18n/personal-details'
import { DetailsForm, type SaveDetailsResult } from './DetailsForm.tsx'
import { usePersonalDetails } from './usePersonalDetails.ts'

/** The personal details, which are separate from the household (FAM-35, D-37). */
export function DetailsScreen() {
  const texts = useTexts(personalDetailsTexts)
  const say = useTexts(formTexts)
  const offered = useTexts(notOfferedTexts)
  const details = usePersonalDetails()
  return (
    <Page title={texts.title} back action={details.draftKept && <output>{say.draftKept}</output>}>
      {details.failed && (
        <ErrorState
          title={texts.loadFailed}
          text={details.kept.problem}
          why={details.kept.why}
          onRetry={details.kept.retry}
        />
      )}
      {!details.failed && !details.ready && <Skeleton rows={6} />}
      {!details.failed && details.ready && (
        <>
          <MutedText note>{appConfig.sms ? texts.intro : texts.introPlain}</MutedText>
          <DetailsForm
            key={details.restored ? 'draft' : 'record'}
            source={details.source}
            restored={details.restored}
            onDraft={details.keep}
            onDropDraft={details.drop}
            save={save}
            byCode={appConfig.sms}
            without={<Row description={offered.noCode} />}
            onSaved={() => {
              showToast(texts.saved, { ms: PERSONAL_DETAILS_TOAST_MS })
              details.finish()
            }}
          />
        </>
      )}
    </Page>
  )
}

async function save(details: PersonalDetails): Promise<SaveDetailsResult> {
  const outcome = await callApi(family.saveDetails, details)
  if (outcome.type === 'ok') return { type: 'ok' }
  const issues = outcome.type === 'refused' ? outcome.issues : undefined
  return { type: 'not-saved', why: describeCallOutcome(outcome), ...(issues && { issues }) }
}
