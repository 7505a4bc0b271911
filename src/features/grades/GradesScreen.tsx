import { Navigate } from '@tanstack/react-router'
import { GraduationCap } from 'lucide'
import { useState } from 'react'
import { useAge } from '#app/lib/age.ts'
import { useKept } from '#app/lib/kept.ts'
import { useLanguage, useTexts } from '#app/lib/language.ts'
import { useSession } from '#app/lib/session.ts'
import { AgeBanner } from '#app/ui/AgeBanner.tsx'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { NOT_CURRENT } from '#contract/grades'
import { commonTexts } from '#i18n/common'
import { gradesTexts } from '#i18n/grades'
import { termName } from '#i18n/term-name'
import { Download } from './Download.tsx'
import { gradesQuery, termsQuery } from './queries.ts'
import { TermGrades } from './TermGrades.tsx'
import { Trend } from './Trend.tsx'
import { useOpened } from './useOpened.ts'

/** Grades term by term; without a student number there is nobody to have any (GRD-01, D-84). */
export function GradesScreen() {
  const person = useSession()?.person
  const number = person?.role === 'student' ? person.number : ''
  return number === '' ? <Navigate to="/scorefailed" replace /> : <Grades number={number} />
}

function Grades({ number }: { number: string }) {
  const texts = useTexts(gradesTexts)
  const common = useTexts(commonTexts)
  const language = useLanguage()
  const terms = useKept(termsQuery(number))
  const [chosen, choose] = useState<string>()
  const labels = terms.data?.labels ?? []
  const opened = useOpened(number, labels)
  const label = chosen ?? opened
  const age = useAge(terms, texts.title)
  if (terms.data?.code === NOT_CURRENT) return <Navigate to="/scorefailed" replace />
  return (
    <Page title={texts.title} back banner={age && <AgeBanner {...age} />}>
      {terms.data === undefined && (
        <Reading
          kept={terms}
          failed={texts.noTerm}
          retryLabel={texts.retry}
          loadingLabel={common.loading}
          rows={7}
        />
      )}
      {terms.data !== undefined && label === undefined && (
        <Empty icon={<Icon of={GraduationCap} />} title={texts.noTerms} action={<HomeLink />} />
      )}
      {label !== undefined && (
        <>
          <Card flush>
            <SelectField
              label={texts.term}
              value={label}
              options={labels.map((one) => ({ value: one, label: termName(one, language) }))}
              closeLabel={texts.close}
              onChange={choose}
            />
          </Card>
          <Term key={label} number={number} label={label} />
          <Trend number={number} labels={labels} />
          <Download number={number} />
        </>
      )}
    </Page>
  )
}

function Term({ number, label }: { number: string; label: string }) {
  const texts = useTexts(gradesTexts)
  const common = useTexts(commonTexts)
  const kept = useKept(gradesQuery(number, label))
  // What the campus could not answer is for its administrator to mend (GRD-10, GRD-11).
  const asked = (failed: typeof kept) =>
    isNetwork(failed.problem, common)
      ? failed
      : { ...failed, why: 'failed' as const, problem: texts.askAdministrator }
  if (kept.data === undefined)
    return (
      <Reading
        kept={kept.why === 'never-read' ? { ...kept, problem: texts.neverRead } : asked(kept)}
        failed={texts.failed}
        retryLabel={texts.retry}
        loadingLabel={common.loading}
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
