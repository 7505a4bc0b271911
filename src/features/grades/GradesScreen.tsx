import { useQueries } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { GraduationCap } from 'lucide'
import { useState } from 'react'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { useSession } from '#app/lib/session/session.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { NOT_CURRENT_STUDENT_CODE } from '#contract/grades'
import { commonTexts } from '#i18n/common'
import { gradesTexts } from '#i18n/grades'
import { termName } from '#i18n/term-name'
import { GradesDownload } from './GradesDownload.tsx'
import { GradeTrend } from './GradeTrend.tsx'
import { gradesQuery, gradeTermsQuery } from './queries.ts'
import { TermGrades } from './TermGrades.tsx'

/** The grades by term. A person without a student number has no grades (GRD-01, D-84). */
export function GradesScreen() {
  const person = useSession()?.person
  const number = person?.role === 'student' ? person.number : ''
  return number === '' ? <Navigate to="/scorefailed" replace /> : <Grades number={number} />
}

function Grades({ number }: { number: string }) {
  const texts = useTexts(gradesTexts)
  const language = useLanguage()
  const terms = useCachedQuery(gradeTermsQuery(number))
  const [chosen, choose] = useState<string>()
  const labels = terms.data?.labels ?? []
  const opened = useInitialTerm(number, labels)
  const label = chosen ?? opened
  const age = useStaleDataNotice(terms, texts.title)
  if (terms.data?.code === NOT_CURRENT_STUDENT_CODE) return <Navigate to="/scorefailed" replace />
  return (
    <Page title={texts.title} back banner={age && <StaleDataBanner {...age} />}>
      {terms.data === undefined && <QueryFallback kept={terms} failed={texts.noTerm} rows={7} />}
      {terms.data !== undefined && label === undefined && (
        <EmptyState
          icon={<Icon of={GraduationCap} />}
          title={texts.noTerms}
          action={<HomeLink />}
        />
      )}
      {label !== undefined && (
        <>
          <Card flush>
            <SelectField
              label={texts.term}
              value={label}
              options={labels.map((one) => ({ value: one, label: termName(one, language) }))}
              onChange={choose}
            />
          </Card>
          <Term key={label} number={number} label={label} />
          <GradeTrend number={number} labels={labels} />
          <GradesDownload number={number} />
        </>
      )}
    </Page>
  )
}

function Term({ number, label }: { number: string; label: string }) {
  const texts = useTexts(gradesTexts)
  const common = useTexts(commonTexts)
  const kept = useCachedQuery(gradesQuery(number, label))
  // If the campus cannot answer a request, the message refers the student to the administrator
  // (GRD-10, GRD-11).
  const asked = (failed: typeof kept) =>
    isNetwork(failed.problem, common)
      ? failed
      : { ...failed, why: 'failed' as const, problem: texts.askAdministrator }
  if (kept.data === undefined)
    return (
      <QueryFallback
        kept={kept.why === 'never-read' ? { ...kept, problem: texts.neverRead } : asked(kept)}
        failed={texts.failed}
        rows={7}
      />
    )
  return <TermGrades grades={kept.data.grades} />
}

const isNetwork = (
  problem: string | undefined,
  { networkError, offlineOnly }: { networkError: string; offlineOnly: string },
) => problem === networkError || problem === offlineOnly

function HomeLink() {
  return (
    <ButtonLink tone="second" to="/">
      {useTexts(gradesTexts).home}
    </ButtonLink>
  )
}

/**
 * Returns the term that the page shows first: the newest term with grades. `labels` are the terms,
 * newest first. A term is skipped only after its response shows that it has no grades. Offline, the
 * page shows the newest term with cached grades, or else the newest term that was never read, which
 * might have grades.
 */
function useInitialTerm(number: string, labels: readonly string[]): string | undefined {
  const isOffline = useNetwork() === 'offline'
  const sizes = useQueries({
    queries: labels.map((label) => gradesQuery(number, label)),
    combine: (results) => results.map(({ data }) => data?.value.grades.length),
  })
  const unknown = sizes.findIndex((size) => size === undefined)
  const graded = sizes.findIndex((size) => size !== undefined && size > 0)
  const isFirstUnknown = unknown >= 0 && (graded < 0 || (!isOffline && unknown < graded))
  return labels[Math.max(0, isFirstUnknown ? unknown : graded)]
}
