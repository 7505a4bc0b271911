import { ChartColumn } from 'lucide'
import { useState } from 'react'
import { useLanguage, useTexts } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { Card } from '#app/ui/Card.tsx'
import { Nothing } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { useNamed } from '#app/ui/named.ts'
import { Page } from '#app/ui/Page.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { evaluationresults, type WholeResult } from '#contract/evaluationresults'
import { evaluationResultsTexts } from '#i18n/evaluation-results'
import { termName } from '#i18n/term-name'
import { Distribution } from './Distribution.tsx'
import { Figures } from './Figures.tsx'
import { Notice } from './Notice.tsx'
import styles from './evaluationresults.module.css'

/** What students gave the courses of the teacher who looks, and nobody else's. */
export function OwnResultsScreen() {
  const texts = useTexts(evaluationResultsTexts)
  const language = useLanguage()
  const [chosen, choose] = useState('')
  const live = useLiveRead({
    name: 'evaluation-mine',
    entry: evaluationresults.mine,
    input: { period: chosen },
  })
  const { periods, period, results, least } = live.data ?? {}
  const closed = periods?.filter(({ state }) => state === 'closed') ?? []
  return (
    <Page title={texts.ownTitle} back>
      {periods === undefined || results === undefined || least === undefined ? (
        <Reading
          kept={live}
          failed={texts.failed}
          retryLabel={texts.retry}
          loadingLabel={texts.loading}
        />
      ) : (
        <>
          {periods
            .filter(({ state }) => state !== 'closed')
            .map((one) => (
              <Notice key={one.id} period={one} />
            ))}
          {closed.length === 0 ? (
            <Nothing
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
                  closeLabel={texts.close}
                  onChange={choose}
                />
              </Card>
              {results.map((result) => (
                <Course key={result.id} result={result} least={least} />
              ))}
              <Quiet note>{texts.about(least)}</Quiet>
            </>
          )}
        </>
      )}
    </Page>
  )
}

function Course({ result, least }: { result: WholeResult; least: number }) {
  const texts = useTexts(evaluationResultsTexts)
  const named = useNamed()
  const { course, className, enough, questions, courses, counted } = result
  const hidden = courses - counted
  return (
    <Card title={course === '' ? texts.allCourses : `${named(course)} · ${named(className)}`}>
      {enough ? (
        <div className={styles['courses']}>
          <Figures result={result} />
          {course === '' && hidden > 0 && <Quiet>{texts.someTooFew(hidden)}</Quiet>}
          <details className={styles['details']}>
            <summary>{texts.questions}</summary>
            <ol className={styles['questions']}>
              {questions.map(({ number, content, mean, counts }) => (
                <li key={number}>
                  <span className={styles['line']}>
                    <span>{texts.numbered(number, named(content))}</span>
                    <b>{mean}</b>
                  </span>
                  <Distribution counts={counts} />
                </li>
              ))}
            </ol>
          </details>
        </div>
      ) : (
        <Quiet>{texts.tooFewText(least)}</Quiet>
      )}
    </Card>
  )
}
