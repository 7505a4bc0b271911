import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTyping } from '#app/lib/forms/typing.ts'
import { useKept } from '#app/lib/kept.ts'
import { useWords } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { invalidateReads } from '#app/lib/query-client.ts'
import { useSession } from '#app/lib/session.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { ErrorSummary } from '#app/ui/ErrorSummary.tsx'
import { useNamed } from '#app/ui/named.ts'
import { Page } from '#app/ui/Page.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { toast } from '#app/ui/toast.ts'
import { focusField, WrongFields } from '#app/ui/wrong-fields.tsx'
import { type Evaluation, evaluation } from '#contract/evaluation'
import { commonWords } from '#words/common'
import { evaluationWords } from '#words/evaluation'
import { About } from './About.tsx'
import { evaluationQuery } from './queries.ts'
import { Question } from './Question.tsx'

/** Evaluate a course of this term: one to ten for every question (EVA-02, EVA-05). */
export function EvaluateScreen() {
  const words = useWords(evaluationWords)
  const common = useWords(commonWords)
  const { id } = useParams({ from: '/gotoevaluation/$id' })
  const person = useSession()?.person
  const number = person?.role === 'student' ? person.number : ''
  const kept = useKept(evaluationQuery(number, id))
  const found = kept.data?.evaluation
  return (
    <Page title={words.title} back="/evaluation">
      {found === undefined ? (
        <Reading
          kept={kept}
          failed={words.failed}
          retryLabel={words.retry}
          loadingLabel={common.loading}
        />
      ) : (
        <Form number={number} found={found} />
      )}
    </Page>
  )
}

function Form({ number, found }: { number: string; found: Evaluation }) {
  const words = useWords(evaluationWords)
  const navigate = useNavigate()
  const named = useNamed()
  const { send, busy, problem } = useLive()
  const [scores, setScores] = useState<Readonly<Record<string, number | null>>>(() =>
    Object.fromEntries(found.questions.map(({ id, score }) => [id, score])),
  )
  const [tried, setTried] = useState(false)
  useTyping(found.questions.some(({ id, score }) => scores[id] !== score))
  const given = found.questions.flatMap(({ id }) => {
    const score = scores[id]
    return typeof score === 'number' ? [{ id, score }] : []
  })
  const missing = found.questions.length - given.length
  const submit = async () => {
    setTried(true)
    if (missing > 0) {
      const first = found.questions.find(({ id }) => typeof scores[id] !== 'number')
      return focusField(`question-${first?.id ?? ''}`)
    }
    const outcome = await send(evaluation.save, { number, id: found.id, scores: given })
    if (outcome?.type !== 'ok') return undefined
    void invalidateReads('evaluations', 'evaluation')
    toast(words.saved)
    return navigate({ to: '/evaluation', replace: true })
  }
  return (
    <>
      <About found={found} />
      <WrongFields>
        <ErrorSummary
          title={words.unanswered(missing)}
          errors={tried && missing > 0 ? [words.required] : []}
        />
        {found.questions.map(({ id, content }, at) => (
          <Question
            key={id}
            id={id}
            title={words.question(at + 1, named(content))}
            score={scores[id] ?? null}
            error={tried && typeof scores[id] !== 'number' ? words.required : undefined}
            onChoose={(score) => setScores({ ...scores, [id]: score })}
          />
        ))}
      </WrongFields>
      <Alert text={problem} />
      <Button busy={busy} onClick={() => void submit()}>
        {busy ? words.submitting : words.submit}
      </Button>
    </>
  )
}
