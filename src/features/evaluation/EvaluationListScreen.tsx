import { ClipboardCheck } from 'lucide'
import { useState } from 'react'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState, EmptyStateWithLink } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { evaluationTexts } from '#i18n/evaluation'
import { termName } from '#i18n/term-name'
import { EvaluatedCourseRow } from './EvaluatedCourseRow.tsx'
import { EvaluationPeriodNotice } from './EvaluationPeriodNotice.tsx'
import { coursesQuery, termsQuery } from './queries.ts'

/** The courses of a term, each with the available evaluation action (EVA-01, EVA-04). */
export function EvaluationListScreen() {
  const texts = useTexts(evaluationTexts)
  const language = useLanguage()
  const person = useSession()?.person
  const number = person?.role === 'student' ? person.number : ''
  const terms = useCachedQuery(termsQuery(number))
  const [chosen, choose] = useState<string>()
  const found = terms.data?.terms
  const term = chosen ?? (found?.current || found?.labels[0])
  return (
    <Page title={texts.title} back>
      {found === undefined && <QueryFallback kept={terms} failed={texts.failed} />}
      {found !== undefined && term === undefined && (
        <EmptyStateWithLink
          icon={<Icon of={ClipboardCheck} />}
          title={texts.noTerms}
          to="/"
          way={texts.home}
        />
      )}
      {found !== undefined && term !== undefined && (
        <>
          <Card flush>
            <SelectField
              label={texts.term}
              value={term}
              options={found.labels.map((one) => ({ value: one, label: termName(one, language) }))}
              onChange={choose}
            />
          </Card>
          <Courses key={term} number={number} term={term} />
        </>
      )}
    </Page>
  )
}

function Courses({ number, term }: { number: string; term: string }) {
  const texts = useTexts(evaluationTexts)
  const kept = useCachedQuery(coursesQuery(number, term))
  const { courses, period } = kept.data ?? {}
  if (courses === undefined) return <QueryFallback kept={kept} failed={texts.failed} />
  if (courses.length === 0)
    return (
      <EmptyState icon={<Icon of={ClipboardCheck} />} title={texts.none} text={texts.noneText} />
    )
  // A backend without evaluation periods accepts answers throughout the term.
  const isOpen = period === undefined || period.state === 'open'
  return (
    <>
      {period !== undefined && <EvaluationPeriodNotice period={period} />}
      <Card flush>
        {courses.map((course) => (
          <EvaluatedCourseRow key={course.id} course={course} isOpen={isOpen} />
        ))}
      </Card>
    </>
  )
}
