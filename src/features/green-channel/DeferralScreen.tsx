import { useTexts } from '#app/lib/language/language.ts'
import { greenChannelTexts } from '#i18n/green-channel'
import { ApplicationPage } from './ApplicationPage.tsx'
import type { UseDeferrableTotal } from './deferral.ts'
import { DeferralForm } from './DeferralForm.tsx'
import { SubmittedApplication } from './SubmittedApplication.tsx'
import { useApplication } from './useApplication.ts'

/**
 * The registered-household deferral: the form, then the status of the application (GRN-02, GRN-30
 * to GRN-34).
 */
export function DeferralScreen({
  stunum,
  yuan,
  useDeferrable,
}: {
  stunum: string
  yuan: string | undefined
  useDeferrable: UseDeferrableTotal
}) {
  const texts = useTexts(greenChannelTexts)
  const own = useApplication('household')
  return (
    <ApplicationPage title={texts.deferral} kept={own.kept}>
      {own.isForm && (
        <DeferralForm
          key={own.formKey}
          stunum={stunum}
          yuan={yuan}
          useDeferrable={useDeferrable}
          replaced={own.replaced}
          writing={own.writing}
          invalidate={own.invalidate}
        />
      )}
      {own.application && own.isSubmitted && (
        <SubmittedApplication
          application={own.application}
          kind="household"
          stunum={stunum}
          onCorrect={own.correct}
          invalidate={own.invalidate}
        />
      )}
    </ApplicationPage>
  )
}
