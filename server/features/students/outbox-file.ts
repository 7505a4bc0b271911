import { upcastPayload } from '#contract/queued-form'
import { isIdempotencyKeyUsedRefusal, readRefusalMessage } from '#contract/rules'
import type { ComparedSubmission, students, ExportedSubmission } from '#contract/students'
import { refusalTexts } from '#i18n/refusals'
import { studentsServerTexts as texts } from '#i18n/students-server'
import type { Language, LocalizedText } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import { succeed, type Handlers, type HandlerResult, refuse } from '../../platform/http/handler.ts'
import { runIdempotently } from '../../platform/http/idempotency.ts'
import { versionTag } from '../../platform/records/versioned-write.ts'
import { hashJson } from '../../platform/sessions/secrets.ts'
import { getSubjectOfCaller } from '../../platform/sessions/session.ts'
import { recordAuditEntry } from '../office/public.ts'
import type { QueuedOnBehalfForm } from '../student-forms/public.ts'
import { markFormStepOnBehalf } from './form-handlers.ts'
import { findQueuedOnBehalfForm } from './on-behalf-forms.ts'
import { findStoredResponses } from './store.ts'
import { forAccessibleStudent } from './student-access.ts'
import { readPayloadFields } from './student-page.ts'

type Calls = Handlers<typeof students>
type Answers = Awaited<ReturnType<typeof findStoredResponses>>

/** The handler that compares the file exported by a student's phone with the stored forms. */
export const compareOutboxFileHandler: Calls['compareSubmissions'] = forAccessibleStudent(
  'compareSubmissions',
  async (ask) => {
    const { db, input, student, staff, now, language } = ask
    if (input.subject !== student.code) return refuse(texts.otherStudent)
    await recordAuditEntry(db, {
      staff: staff.code,
      action: 'students.look',
      about: `student:${student.code}`,
      details: { items: input.items.length },
      now,
    })
    const keys = input.items.map(({ key }) => key)
    const answers = await findStoredResponses(db, { student: student.code, keys })
    const items: ComparedSubmission[] = []
    for (const item of input.items)
      items.push(await inspectItem(db, { item, student: student.code, language, answers }))
    return succeed({ items })
  },
)

async function inspectItem(
  db: Db,
  {
    item,
    student,
    language,
    answers,
  }: { item: ExportedSubmission; student: string; language: Language; answers: Answers },
): Promise<ComparedSubmission> {
  const known = answers(item.form, item.key)
  const said = {
    key: item.key,
    receipt: known?.receipt ?? '',
    at: known?.at.toISOString() ?? '',
  }
  const read = await readItem(db, { item, student, language })
  if (read === undefined) return { ...said, state: 'unreadable', mine: {}, theirs: {}, version: '' }
  const found = await read.onBehalfForm.find(db, student)
  const state =
    known === undefined
      ? 'new'
      : !known.hash.equals(hashJson(read.wirePayload))
        ? 'other-words'
        : known.receipt === null
          ? 'refused'
          : 'arrived'
  return {
    ...said,
    state,
    mine: read.payload,
    theirs: found === undefined ? {} : readPayloadFields(found.payload),
    version: versionTag(item.form, found?.version ?? 0),
  }
}

interface ParsedItem {
  readonly onBehalfForm: QueuedOnBehalfForm
  /** The payload in the format in which it is stored. */
  readonly payload: Record<string, unknown>
  /**
   * The payload in the format in which the phone sends it; an earlier delivery is recognized by it.
   */
  readonly wirePayload: unknown
}

// The file is not trusted: only payloads that pass the validation of their form are accepted.
async function readItem(
  db: Db,
  { item, student, language }: { item: ExportedSubmission; student: string; language: Language },
): Promise<ParsedItem | undefined> {
  const onBehalfForm = findQueuedOnBehalfForm(item.form)
  if (onBehalfForm === undefined) return undefined
  const current = upcastPayload(onBehalfForm.form, {
    schemaVersion: item.schemaVersion,
    payload: item.words,
  })
  if (current.type !== 'ok') return undefined
  const read = await onBehalfForm.readPayload(db, { student, payload: current.payload, language })
  return read.type === 'ok'
    ? { onBehalfForm, payload: readPayloadFields(current.payload), wirePayload: read.payload }
    : undefined
}

/**
 * Delivers a submission under its own idempotency key, as the student's phone would. It takes
 * effect once, even if the phone has already sent it or sends it later.
 */
export const deliverOutboxFileHandler: Calls['deliver'] = forAccessibleStudent(
  'deliver',
  async (ask) => {
    const { db, input, student, staff, now, language } = ask
    const { item, reason, version } = input
    const read = await readItem(db, { item, student: student.code, language })
    if (read === undefined) return refuse(texts.unreadable)
    const { onBehalfForm, payload } = read
    const note = (to: Db, again: boolean) =>
      recordAuditEntry(to, {
        staff: staff.code,
        action: 'students.deliver',
        about: `student:${student.code}`,
        reason,
        details: { form: item.form, key: item.key, again },
        now,
      })
    let why: Exclude<HandlerResult<never>, { type: 'ok' }> | undefined
    const answer = await runIdempotently({
      db,
      call: { ...onBehalfForm.form.add, form: item.form },
      subject: getSubjectOfCaller('student', student.code),
      key: item.key,
      payload: read.wirePayload,
      language,
      now,
      runEffect: async (tx) => {
        const writer = { origin: 'desk', by: staff.code } as const
        const own = { ...ask, db: tx }
        const saved = await onBehalfForm.save({ ...own, input: payload, ifMatch: version, writer })
        if (saved.type !== 'ok') {
          why = saved
          return saved
        }
        await markFormStepOnBehalf(onBehalfForm, own)
        await note(tx, false)
        return saved
      },
    })
    if (why !== undefined) return why
    if (isIdempotencyKeyUsedRefusal(answer.body)) return refuse(texts.otherWords)
    if (answer.status !== 200) return refuse(refusalTexts.inFlight)
    const receipt = answer.headers['receipt']
    // The submission was refused before; the stored response of its key does not change.
    if (receipt === undefined) return refuse(untranslated(readRefusalMessage(answer.body)))
    const again = answer.headers['idempotency-replayed'] === 'true'
    if (again) await note(db, true)
    return succeed({ receipt, again })
  },
)

const untranslated = (said: string): LocalizedText => ({ zh: said, en: said })
