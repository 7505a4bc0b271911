import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { type FormSource, useConfirmedRecord, useQueuedForm } from '#app/lib/forms/queued-form.ts'
import type { AcceptedSubmission } from '#app/lib/forms/submission-status.ts'
import {
  type CompiledForm,
  compileForm,
  type UpcastAnswers,
  upcastAnswers,
} from '#contract/campus-form-answers'
import { isAnswerable } from '#contract/campus-form-definition'
import { queuedCampusFormName } from '#contract/campus-form-names'
import { CampusFormAnswers, CampusFormSubmission } from '#contract/campus-form-submission'
import { withoutDocumentNumbers } from './form-values.ts'
import { answersQuery, definitionQuery, offeredFormsQuery } from './queries.ts'

/** Answers and the version of the form in which they were given. */
interface GivenAnswers {
  readonly version: number
  /** Undefined for a new form. */
  readonly answers?: CampusFormAnswers | undefined
}

const Draft = v.object({ version: v.number(), answers: CampusFormAnswers })

/** Parses a stored submission, whatever the current validation rules are. */
export function parseSubmission(payload: unknown): CampusFormSubmission | undefined {
  const read = v.safeParse(CampusFormSubmission.schema, payload)
  return read.success ? read.output : undefined
}

/**
 * Returns a form as it is offered to this student, and the student's newest answers, from the
 * draft, the outbox or the university, in the newest version of the form.
 */
export function useCampusForm(form: string) {
  const offers = useCachedQuery(offeredFormsQuery())
  const kept = useCachedQuery(answersQuery(form))
  const offered = offers.data?.forms.find((one) => one.form === form)
  const name = queuedCampusFormName(form)
  const confirmed = useConfirmedRecord<
    { submission: CampusFormSubmission | null },
    CampusFormSubmission
  >({
    form: name,
    kept,
    recordIn: ({ submission }) => submission,
    readRecord: parseSubmission,
  })
  const queued = useQueuedForm<GivenAnswers, CampusFormSubmission>({
    form: name,
    kept,
    confirmed,
    readRecord: parseSubmission,
    readDraft: (values) => {
      const read = v.safeParse(Draft, values)
      return read.success ? read.output : undefined
    },
    fill: (record) => ({
      version: record?.version ?? offered?.version ?? 0,
      ...pickAnswers(record),
    }),
  })
  const typing = useTyping(offered?.version)
  const [latestSave] = useState(createLatest<Promise<void>>)
  const [whenKept] = useState(() => async () => latestSave.get())
  const source = typing.resumed ?? queued.source
  const given = source.values
  const isOlder =
    offered !== undefined && given.answers !== undefined && given.version !== offered.version
  const earlier = useCachedQuery({ ...definitionQuery(form, given.version), enabled: isOlder })
  const definition = offered?.definition
  const earlierDefinition = earlier.data?.definition
  const compiled = useMemo(() => definition && compileForm(definition), [definition])
  const earlierCompiled = useMemo(
    () => earlierDefinition && compileForm(earlierDefinition),
    [earlierDefinition],
  )
  const carried = useMemo(
    () =>
      compiled === undefined || given.answers === undefined || !isOlder
        ? undefined
        : earlierCompiled === undefined
          ? carryUnknown(given.answers, compiled)
          : upcastAnswers(given.answers, earlierCompiled, compiled),
    [compiled, given.answers, isOlder, earlierCompiled],
  )
  const isEarlierLoading = isOlder && earlier.state === 'loading' && earlier.network === 'online'
  return {
    ...queued,
    source,
    restored: queued.restored || typing.resumed !== undefined,
    kept,
    offers,
    offered,
    /** The facts about the student that the form's expressions read. */
    facts: offers.data?.facts ?? {},
    compiled,
    confirmed: confirmed.record,
    answers: isOlder ? carried?.answers : given.answers,
    /** The questions that are new or have changed since the answers were given. */
    askAgain: useMemo(() => new Set(carried?.askAgain), [carried]),
    ready: queued.ready && offered !== undefined && !isEarlierLoading,
    failed: queued.failed || (offers.data === undefined && offers.state === 'failed'),
    keep: (answers: CampusFormAnswers, baseVersion: string | undefined) => {
      if (offered === undefined) return Promise.resolve()
      const { version } = offered
      typing.note({ values: { version, answers }, baseVersion })
      const saving = queued.keep({
        values: { version, answers: withoutDocumentNumbers(answers) },
        baseVersion,
      })
      latestSave.set(saving)
      return saving
    },
    whenKept,
    dropDraft: () => {
      typing.end()
      queued.dropDraft()
    },
    finish: (as: AcceptedSubmission) => {
      typing.end()
      queued.finish(as)
    },
  }
}

// What was typed since the page was opened. When the campus publishes another version meanwhile,
// the form is filled from it again (`resumed`); the stored draft was read when the page was opened.
function useTyping(version: number | undefined) {
  const [latest] = useState(createLatest<FormSource<GivenAnswers>>)
  const [shown, setShown] = useState(version)
  const [resumed, setResumed] = useState<FormSource<GivenAnswers>>()
  if (version !== shown) {
    setShown(version)
    setResumed(latest.get())
  }
  return {
    resumed,
    note: latest.set,
    end: () => {
      latest.set(undefined)
      setResumed(undefined)
    },
  }
}

// A value that no render depends on, so a keystroke renders nothing.
function createLatest<T>() {
  let value: T | undefined
  return {
    get: () => value,
    set: (next: T | undefined) => {
      value = next
    },
  }
}

// The earlier version cannot be read now, so every question counts as changed. A statement is made
// anew, because its words can be others.
function carryUnknown(answers: CampusFormAnswers, to: CompiledForm): UpcastAnswers {
  const questions = [...to.items.values()].map(({ item }) => item).filter(isAnswerable)
  const statements = new Set(
    questions.filter(({ type }) => type === 'statement').map(({ name }) => name),
  )
  return {
    answers: Object.fromEntries(Object.entries(answers).filter(([name]) => !statements.has(name))),
    askAgain: questions.map(({ name }) => name),
  }
}

const pickAnswers = (record: CampusFormSubmission | undefined) =>
  record === undefined ? {} : { answers: record.answers }
