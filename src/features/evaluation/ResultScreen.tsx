import { useSearch } from '@tanstack/react-router'
import { useKept } from '#app/lib/kept.ts'
import { useWords } from '#app/lib/language.ts'
import { useSession } from '#app/lib/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { useNamed } from '#app/ui/named.ts'
import { Page } from '#app/ui/Page.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { Row } from '#app/ui/Row.tsx'
import { commonWords } from '#words/common'
import { evaluationWords } from '#words/evaluation'
import { About } from './About.tsx'
import { evaluationQuery } from './queries.ts'

/** What was given, question by question, and the average (EVA-03, EVA-06). */
export function ResultScreen() {
  const words = useWords(evaluationWords)
  const common = useWords(commonWords)
  const named = useNamed()
  const { id = '' } = useSearch({ from: '/evaluationdetail' })
  const person = useSession()?.person
  const kept = useKept(evaluationQuery(person?.role === 'student' ? person.number : '', id))
  const found = kept.data?.evaluation
  return (
    <Page title={words.result} back="/evaluation">
      {found === undefined ? (
        <Reading
          kept={kept}
          failed={words.failed}
          retryLabel={words.retry}
          loadingLabel={common.loading}
        />
      ) : (
        <>
          <About found={found} />
          <Card flush>
            <Row
              label={words.score}
              value={found.score === '' ? words.notYet : words.points(found.score)}
            />
            {found.questions.map(({ id: question, content, score }, at) => (
              <Row
                key={question}
                label={words.question(at + 1, named(content))}
                trailing={
                  <span>{score === null ? words.notYet : words.points(String(score))}</span>
                }
              />
            ))}
          </Card>
        </>
      )}
    </Page>
  )
}
