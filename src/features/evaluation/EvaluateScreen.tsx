import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { invalidateCachedReads } from '#app/lib/cache/query-client.ts'
import { useDirtyForm } from '#app/lib/forms/dirty-forms.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { useDraft } from '#app/lib/outbox/drafts.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { ErrorSummary } from '#app/ui/ErrorSummary.tsx'
import { focusField, InvalidFieldsProvider } from '#app/ui/invalid-fields.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { showToast } from '#app/ui/toast.ts'
import { type Evaluation, evaluation } from '#contract/evaluation'
import { evaluationTexts } from '#i18n/evaluation'
import { formTexts } from '#i18n/form'
import { EvaluationPeriodNotice } from './EvaluationPeriodNotice.tsx'
import { EvaluationQuestion } from './EvaluationQuestion.tsx'
import { EvaluationSubject } from './EvaluationSubject.tsx'
import { evaluationQuery } from './queries.ts'
import styles from './evaluation.module.css'

type Scores = Readonly<Record<string, number | null>>
const Draft = v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)))

/** Evaluates a course of this term: one to ten points for each question (EVA-02, EVA-05). */
export function EvaluateScreen() {
  const texts = useTexts(evaluationTexts)
  const { id } = useParams({ from: '/gotoevaluation/$id' })
  const person = useSession()?.person
  const number = person?.role === 'student' ? person.number : ''
  const kept = useCachedQuery(evaluationQuery(number, id))
  const courseEvaluation = kept.data?.evaluation
  const writing = useDraft(`evaluation-${id}`)
  return (
    <Page title={texts.title} back="/evaluation">
      {courseEvaluation === undefined || !writing.ready ? (
        <QueryFallback kept={kept} failed={texts.failed} />
      ) : courseEvaluation.period === undefined || courseEvaluation.period.state === 'open' ? (
        <Form key={id} number={number} courseEvaluation={courseEvaluation} writing={writing} />
      ) : (
        <>
          <EvaluationPeriodNotice period={courseEvaluation.period} />
          <EvaluationSubject courseEvaluation={courseEvaluation} />
        </>
      )}
    </Page>
  )
}

function Form({
  number,
  courseEvaluation,
  writing,
}: {
  number: string
  courseEvaluation: Evaluation
  writing: ReturnType<typeof useDraft>
}) {
  const texts = useTexts(evaluationTexts)
  const navigate = useNavigate()
  const named = useTranslateName()
  const { send, busy, problem } = useOnlineCall()
  const say = useTexts(formTexts)
  const [before, setBefore] = useState(() => v.safeParse(Draft, writing.draft))
  const stored = (): Scores =>
    Object.fromEntries(courseEvaluation.questions.map(({ id, score }) => [id, score]))
  // Scores of questions that no longer exist are dropped.
  const [scores, setScores] = useState<Scores>(() => ({
    ...stored(),
    ...(before.success &&
      Object.fromEntries(
        Object.entries(before.output).filter(([id]) =>
          courseEvaluation.questions.some((one) => one.id === id),
        ),
      )),
  }))
  const [tried, setTried] = useState(false)
  useDirtyForm(courseEvaluation.questions.some(({ id, score }) => scores[id] !== score))
  const scoreList = courseEvaluation.questions.flatMap(({ id }) => {
    const score = scores[id]
    return typeof score === 'number' ? [{ id, score }] : []
  })
  const missing = courseEvaluation.questions.length - scoreList.length
  const choose = (id: string, score: number) => {
    const chosen = { ...scores, [id]: score }
    setScores(chosen)
    const typed = Object.entries(chosen).filter(([, one]) => one !== null)
    void writing.save(Object.fromEntries(typed))
  }
  const dropDraft = () => {
    void writing.drop()
    setBefore(v.safeParse(Draft, undefined))
    setScores(stored())
  }
  const submit = async () => {
    setTried(true)
    if (missing > 0) {
      const first = courseEvaluation.questions.find(({ id }) => typeof scores[id] !== 'number')
      return focusField(`question-${first?.id ?? ''}`)
    }
    const outcome = await send(evaluation.save, {
      number,
      id: courseEvaluation.id,
      scores: scoreList,
    })
    if (outcome?.type !== 'ok') return undefined
    void writing.drop()
    void invalidateCachedReads('evaluations', 'evaluation')
    showToast(texts.saved)
    return navigate({ to: '/evaluation', replace: true })
  }
  return (
    <>
      <EvaluationSubject courseEvaluation={courseEvaluation} />
      {before.success && (
        <div className={styles['restored']}>
          <MutedText as="output" note>
            {say.draftRestored}
          </MutedText>
          <TextButton onClick={dropDraft}>{say.dropDraft}</TextButton>
        </div>
      )}
      <InvalidFieldsProvider>
        <ErrorSummary
          title={texts.unanswered(missing)}
          errors={tried && missing > 0 ? [texts.required] : []}
        />
        {courseEvaluation.questions.map(({ id, content }, at) => (
          <EvaluationQuestion
            key={id}
            id={id}
            title={texts.question(at + 1, named(content))}
            score={scores[id] ?? null}
            error={tried && typeof scores[id] !== 'number' ? texts.required : undefined}
            onChoose={(score) => choose(id, score)}
          />
        ))}
      </InvalidFieldsProvider>
      <Alert text={problem} />
      <Button busy={busy} onClick={() => void submit()}>
        {busy ? texts.submitting : texts.submit}
      </Button>
    </>
  )
}
