import { useWords } from '#app/lib/language.ts'
import { greenchannelWords } from '#words/greenchannel'
import { ApplicationPage } from './ApplicationPage.tsx'
import { LoanForm } from './LoanForm.tsx'
import { SubmittedApplication } from './SubmittedApplication.tsx'
import { useApplication } from './useApplication.ts'

/** The student loan: applied for, then how it stands (GRN-01, GRN-05). */
export function LoanScreen({ stunum }: { stunum: string }) {
  const words = useWords(greenchannelWords)
  const own = useApplication('loan')
  return (
    <ApplicationPage title={words.loan} kept={own.kept}>
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
          onAgain={own.beginAgain}
          invalidate={own.invalidate}
        />
      )}
    </ApplicationPage>
  )
}
