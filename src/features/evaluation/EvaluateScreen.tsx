import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { useTyping } from '#app/lib/forms/typing.ts'
import { useKept } from '#app/lib/kept.ts'
import { useTexts } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { useDraft } from '#app/lib/outbox/drafts.ts'
import { invalidateReads } from '#app/lib/query-client.ts'
import { useSession } from '#app/lib/session.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { ErrorSummary } from '#app/ui/ErrorSummary.tsx'
import { useNamed } from '#app/ui/named.ts'
import { Page } from '#app/ui/Page.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { toast } from '#app/ui/toast.ts'
import { focusField, WrongFields } from '#app/ui/wrong-fields.tsx'
import { type Evaluation, evaluation } from '#contract/evaluation'
import { commonTexts } from '#i18n/common'
import { evaluationTexts } from '#i18n/evaluation'
import { formTexts } from '#i18n/form'
import { About } from './About.tsx'
import { PeriodNotice } from './PeriodNotice.tsx'
import { evaluationQuery } from './queries.ts'
import { Question } from './Question.tsx'
import styles from './evaluation.module.css'

type Scores = Readonly<Record<string, number | null>>
const Draft = v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)))

/** Evaluate a course of this term: one to ten for every question (EVA-02, EVA-05). */
export function EvaluateScreen() {
  const texts = useTexts(evaluationTexts)
  const common = useTexts(commonTexts)
  const { id } = useParams({ from: '/gotoevaluation/$id' })
  const person = useSession()?.person
  const number = person?.role === 'student' ? person.number : ''
  const kept = useKept(evaluationQuery(number, id))
  const found = kept.data?.evaluation
  const writing = useDraft(`evaluation-${id}`)
  return (
    <Page title={texts.title} back="/evaluation">
      {found === undefined || !writing.ready ? (
        <Reading
          kept={kept}
          failed={texts.failed}
          retryLabel={texts.retry}
          loadingLabel={common.loading}
        />
      ) : found.period === undefined || found.period.state === 'open' ? (
        <Form key={id} number={number} found={found} writing={writing} />
      ) : (
        <>
          <PeriodNotice period={found.period} />
          <About found={found} />
        </>
      )}
    </Page>
  )
}

function Form({
  number,
  found,
  writing,
}: {
  number: string
  found: Evaluation
  writing: ReturnType<typeof useDraft>
}) {
  const texts = useTexts(evaluationTexts)
  const navigate = useNavigate()
  const named = useNamed()
  const { send, busy, problem } = useLive()
  const say = useTexts(formTexts)
  const [before, setBefore] = useState(() => v.safeParse(Draft, writing.draft))
  const stored = (): Scores =>
    Object.fromEntries(found.questions.map(({ id, score }) => [id, score]))
  // Of a question that is not asked any more nothing is left.
  const [scores, setScores] = useState<Scores>(() => ({
    ...stored(),
    ...(before.success &&
      Object.fromEntries(
        Object.entries(before.output).filter(([id]) =>
          found.questions.some((one) => one.id === id),
        ),
      )),
  }))
  const [tried, setTried] = useState(false)
  useTyping(found.questions.some(({ id, score }) => scores[id] !== score))
  const given = found.questions.flatMap(({ id }) => {
    const score = scores[id]
    return typeof score === 'number' ? [{ id, score }] : []
  })
  const missing = found.questions.length - given.length
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
      const first = found.questions.find(({ id }) => typeof scores[id] !== 'number')
      return focusField(`question-${first?.id ?? ''}`)
    }
    const outcome = await send(evaluation.save, { number, id: found.id, scores: given })
    if (outcome?.type !== 'ok') return undefined
    void writing.drop()
    void invalidateReads('evaluations', 'evaluation')
    toast(texts.saved)
    return navigate({ to: '/evaluation', replace: true })
  }
  return (
    <>
      <About found={found} />
      {before.success && (
        <div className={styles['restored']}>
          <Quiet as="output" note>
            {say.draftRestored}
          </Quiet>
          <TextButton onClick={dropDraft}>{say.dropDraft}</TextButton>
        </div>
      )}
      <WrongFields>
        <ErrorSummary
          title={texts.unanswered(missing)}
          errors={tried && missing > 0 ? [texts.required] : []}
        />
        {found.questions.map(({ id, content }, at) => (
          <Question
            key={id}
            id={id}
            title={texts.question(at + 1, named(content))}
            score={scores[id] ?? null}
            error={tried && typeof scores[id] !== 'number' ? texts.required : undefined}
            onChoose={(score) => choose(id, score)}
          />
        ))}
      </WrongFields>
      <Alert text={problem} />
      <Button busy={busy} onClick={() => void submit()}>
        {busy ? texts.submitting : texts.submit}
      </Button>
    </>
  )
}
