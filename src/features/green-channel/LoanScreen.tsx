import { useTexts } from '#app/lib/language/language.ts'
import { greenChannelTexts } from '#i18n/green-channel'
import { ApplicationPage } from './ApplicationPage.tsx'
import { LoanForm } from './LoanForm.tsx'
import { SubmittedApplication } from './SubmittedApplication.tsx'
import { useApplication } from './useApplication.ts'

/** The student loan: the form, then the status of the application (GRN-01, GRN-05). */
export function LoanScreen({ stunum }: { stunum: string }) {
  const texts = useTexts(greenChannelTexts)
  const own = useApplication('loan')
  return (
    <ApplicationPage title={texts.loan} kept={own.kept}>
      {own.isForm && (
        <LoanForm
          key={own.formKey}
          replaced={own.replaced}
          writing={own.writing}
          invalidate={own.invalidate}
        />
      )}
      {own.application && own.isSubmitted && (
        <SubmittedApplication
          application={own.application}
          kind="loan"
          stunum={stunum}
          onCorrect={own.correct}
          invalidate={own.invalidate}
        />
      )}
    </ApplicationPage>
  )
}
