import { ChartColumn } from 'lucide'
import { useState } from 'react'
import { useLanguage, useWords } from '#app/lib/language.ts'
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
import { evaluationresultsWords } from '#words/evaluationresults'
import { termName } from '#words/terms'
import { Distribution } from './Distribution.tsx'
import { Figures } from './Figures.tsx'
import { Notice } from './Notice.tsx'
import styles from './evaluationresults.module.css'

/** What students gave the courses of the teacher who looks, and nobody else's. */
export function OwnResultsScreen() {
  const words = useWords(evaluationresultsWords)
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
    <Page title={words.ownTitle} back>
      {periods === undefined || results === undefined || least === undefined ? (
        <Reading
          kept={live}
          failed={words.failed}
          retryLabel={words.retry}
          loadingLabel={words.loading}
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
              title={words.nothingOwn}
              text={words.nothingOwnText}
              to="/"
              way={words.home}
            />
          ) : (
            <>
              <Card flush>
                <SelectField
                  label={words.period}
                  value={period ?? ''}
                  options={closed.map(({ id, term, opensAt, closesAt }) => ({
                    value: id,
                    label: words.span(
                      termName(term, language),
                      opensAt.slice(0, 10),
                      closesAt.slice(0, 10),
                    ),
                  }))}
                  closeLabel={words.close}
                  onChange={choose}
                />
              </Card>
              {results.map((result) => (
                <Course key={result.id} result={result} least={least} />
              ))}
              <Quiet note>{words.about(least)}</Quiet>
            </>
          )}
        </>
      )}
    </Page>
  )
}

function Course({ result, least }: { result: WholeResult; least: number }) {
  const words = useWords(evaluationresultsWords)
  const named = useNamed()
  const { course, className, enough, questions, courses, counted } = result
  const hidden = courses - counted
  return (
    <Card title={course === '' ? words.allCourses : `${named(course)} · ${named(className)}`}>
      {enough ? (
        <div className={styles['courses']}>
          <Figures result={result} />
          {course === '' && hidden > 0 && <Quiet>{words.someTooFew(hidden)}</Quiet>}
          <details className={styles['details']}>
            <summary>{words.questions}</summary>
            <ol className={styles['questions']}>
              {questions.map(({ number, content, mean, counts }) => (
                <li key={number}>
                  <span className={styles['line']}>
                    <span>{words.numbered(number, named(content))}</span>
                    <b>{mean}</b>
                  </span>
                  <Distribution counts={counts} />
                </li>
              ))}
            </ol>
          </details>
        </div>
      ) : (
        <Quiet>{words.tooFewText(least)}</Quiet>
      )}
    </Card>
  )
}
