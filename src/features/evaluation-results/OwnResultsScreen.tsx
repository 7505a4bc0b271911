import { ChartColumn } from 'lucide'
import { useState } from 'react'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyStateWithLink } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { evaluationResults, type DetailedEvaluationResult } from '#contract/evaluation-results'
import { evaluationResultsTexts } from '#i18n/evaluation-results'
import { termName } from '#i18n/term-name'
import { ResultsPendingNotice } from './ResultsPendingNotice.tsx'
import { ResultStatistics } from './ResultStatistics.tsx'
import { ScoreDistribution } from './ScoreDistribution.tsx'
import styles from './evaluation-results.module.css'

/** The results of the signed-in teacher's own courses. */
export function OwnResultsScreen() {
  const texts = useTexts(evaluationResultsTexts)
  const language = useLanguage()
  const [chosen, choose] = useState('')
  const live = useOnlineQuery({
    name: 'evaluation-mine',
    entry: evaluationResults.mine,
    input: { period: chosen },
  })
  const { periods, period, results, least } = live.data ?? {}
  const closed = periods?.filter(({ state }) => state === 'closed') ?? []
  return (
    <Page title={texts.ownTitle} back>
      {periods === undefined || results === undefined || least === undefined ? (
        <QueryFallback kept={live} failed={texts.failed} />
      ) : (
        <>
          {periods
            .filter(({ state }) => state !== 'closed')
            .map((one) => (
              <ResultsPendingNotice key={one.id} period={one} />
            ))}
          {closed.length === 0 ? (
            <EmptyStateWithLink
              icon={<Icon of={ChartColumn} />}
              title={texts.nothingOwn}
              text={texts.nothingOwnText}
              to="/"
              way={texts.home}
            />
          ) : (
            <>
              <Card flush>
                <SelectField
                  label={texts.period}
                  value={period ?? ''}
                  options={closed.map(({ id, term, opensAt, closesAt }) => ({
                    value: id,
                    label: texts.span(
                      termName(term, language),
                      opensAt.slice(0, 10),
                      closesAt.slice(0, 10),
                    ),
                  }))}
                  onChange={choose}
                />
              </Card>
              {results.map((result) => (
                <Course key={result.id} result={result} least={least} />
              ))}
              <MutedText note>{texts.about(least)}</MutedText>
            </>
          )}
        </>
      )}
    </Page>
  )
}

function Course({ result, least }: { result: DetailedEvaluationResult; least: number }) {
  const texts = useTexts(evaluationResultsTexts)
  const named = useTranslateName()
  const { course, className, enough, questions, courses, counted } = result
  const hidden = courses - counted
  return (
    <Card title={course === '' ? texts.allCourses : `${named(course)} · ${named(className)}`}>
      {enough ? (
        <div className={styles['courses']}>
          <ResultStatistics result={result} />
          {course === '' && hidden > 0 && <MutedText>{texts.someTooFew(hidden)}</MutedText>}
          <details className={styles['details']}>
            <summary>{texts.questions}</summary>
            <ol className={styles['questions']}>
              {questions.map(({ number, content, mean, counts }) => (
                <li key={number}>
                  <span className={styles['line']}>
                    <span>{texts.numbered(number, named(content))}</span>
                    <b>{mean}</b>
                  </span>
                  <ScoreDistribution counts={counts} />
                </li>
              ))}
            </ol>
          </details>
        </div>
      ) : (
        <MutedText>{texts.tooFewText(least)}</MutedText>
      )}
    </Card>
  )
}
