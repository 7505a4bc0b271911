import { useSearch } from '@tanstack/react-router'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Row } from '#app/ui/Row.tsx'
import { evaluationTexts } from '#i18n/evaluation'
import { EvaluationSubject } from './EvaluationSubject.tsx'
import { evaluationQuery } from './queries.ts'

/** The points given for each question, and the average (EVA-03, EVA-06). */
export function EvaluationResultScreen() {
  const texts = useTexts(evaluationTexts)
  const named = useTranslateName()
  const { id = '' } = useSearch({ from: '/evaluationdetail' })
  const person = useSession()?.person
  const kept = useCachedQuery(evaluationQuery(person?.role === 'student' ? person.number : '', id))
  const courseEvaluation = kept.data?.evaluation
  return (
    <Page title={texts.result} back="/evaluation">
      {courseEvaluation === undefined ? (
        <QueryFallback kept={kept} failed={texts.failed} />
      ) : (
        <>
          <EvaluationSubject courseEvaluation={courseEvaluation} />
          <Card flush>
            <Row
              label={texts.score}
              value={
                courseEvaluation.score === '' ? texts.notYet : texts.points(courseEvaluation.score)
              }
            />
            {courseEvaluation.questions.map(({ id: question, content, score }, at) => (
              <Row
                key={question}
                label={texts.question(at + 1, named(content))}
                trailing={
                  <span>{score === null ? texts.notYet : texts.points(String(score))}</span>
                }
              />
            ))}
          </Card>
        </>
      )}
    </Page>
  )
}
