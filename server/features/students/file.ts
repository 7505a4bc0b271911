import { upcast } from '#contract/form'
import { saysKeyUsed, spokenRefusal } from '#contract/rules'
import type { Looked, students, Taken } from '#contract/students'
import { refusalTexts } from '#i18n/refusals'
import { studentsServerTexts as texts } from '#i18n/students-server'
import type { Language, Text } from '#i18n/translate'
import type { Db } from '../../platform/database/database.ts'
import { tagOf } from '../../platform/database/versions.ts'
import { good, type Handlers, type Outcome, refused } from '../../platform/http/handler.ts'
import { once } from '../../platform/http/idempotency.ts'
import { hashOfJson } from '../../platform/sessions/secrets.ts'
import { subjectOf } from '../../platform/sessions/session.ts'
import type { DeskForm } from '../forms/face.ts'
import { noteDeed } from '../office/face.ts'
import { deskOf } from './desks.ts'
import { markStep } from './forms.ts'
import { fieldsOf } from './page.ts'
import { toStudent } from './reached.ts'
import { answersOf } from './store.ts'

type Calls = Handlers<typeof students>
type Answers = Awaited<ReturnType<typeof answersOf>>

/** What was taken out of a student's phone, beside what the university has. */
export const look: Calls['look'] = toStudent('look', async (ask) => {
  const { db, input, student, staff, now, language } = ask
  if (input.subject !== student.code) return refused(texts.otherStudent)
  await noteDeed(db, {
    staff: staff.code,
    action: 'students.look',
    about: `student:${student.code}`,
    details: { items: input.items.length },
    now,
  })
  const keys = input.items.map(({ key }) => key)
  const answers = await answersOf(db, { student: student.code, keys })
  const items: Looked[] = []
  for (const item of input.items)
    items.push(await looked(db, { item, student: student.code, language, answers }))
  return good({ items })
})

async function looked(
  db: Db,
  {
    item,
    student,
    language,
    answers,
  }: { item: Taken; student: string; language: Language; answers: Answers },
): Promise<Looked> {
  const known = answers(item.form, item.key)
  const said = {
    key: item.key,
    receipt: known?.receipt ?? '',
    at: known?.at.toISOString() ?? '',
  }
  const read = await readItem(db, { item, student, language })
  if (read === undefined) return { ...said, state: 'unreadable', mine: {}, theirs: {}, version: '' }
  const found = await read.desk.find(db, student)
  const state =
    known === undefined
      ? 'new'
      : !known.hash.equals(hashOfJson(read.words))
        ? 'other-words'
        : known.receipt === null
          ? 'refused'
          : 'arrived'
  return {
    ...said,
    state,
    mine: read.payload,
    theirs: found === undefined ? {} : fieldsOf(found.words),
    version: tagOf(item.form, found?.version ?? 0),
  }
}

interface ReadItem {
  readonly desk: DeskForm
  /** As the form stores it now. */
  readonly payload: Record<string, unknown>
  /** As the phone would send it: the same words are recognised by it. */
  readonly words: unknown
}

// A file is anybody's text: only what keeps the rules of its form is taken.
async function readItem(
  db: Db,
  { item, student, language }: { item: Taken; student: string; language: Language },
): Promise<ReadItem | undefined> {
  const desk = deskOf(item.form)
  if (desk === undefined) return undefined
  const current = upcast(desk.form, { schemaVersion: item.schemaVersion, payload: item.words })
  if (current.type !== 'ok') return undefined
  const read = await desk.read(db, { student, payload: current.payload, language })
  return read.type === 'ok'
    ? { desk, payload: fieldsOf(current.payload), words: read.words }
    : undefined
}

/**
 * Deliver a submission under its own key, as the student's phone would: when the phone sends it
 * later, or has sent it before, it counts once.
 */
export const deliver: Calls['deliver'] = toStudent('deliver', async (ask) => {
  const { db, input, student, staff, now, language } = ask
  const { item, reason, version } = input
  const read = await readItem(db, { item, student: student.code, language })
  if (read === undefined) return refused(texts.unreadable)
  const { desk, payload } = read
  const note = (to: Db, again: boolean) =>
    noteDeed(to, {
      staff: staff.code,
      action: 'students.deliver',
      about: `student:${student.code}`,
      reason,
      details: { form: item.form, key: item.key, again },
      now,
    })
  let why: Exclude<Outcome<never>, { type: 'good' }> | undefined
  const answer = await once({
    db,
    call: desk.form.add,
    subject: subjectOf('student', student.code),
    key: item.key,
    words: read.words,
    language,
    now,
    effect: async (tx) => {
      const writer = { origin: 'desk', by: staff.code } as const
      const own = { ...ask, db: tx }
      const saved = await desk.save({ ...own, input: payload, ifMatch: version, writer })
      if (saved.type !== 'good') {
        why = saved
        return saved
      }
      await markStep(desk, own)
      await note(tx, false)
      return saved
    },
  })
  if (why !== undefined) return why
  if (saysKeyUsed(answer.body)) return refused(texts.otherWords)
  if (answer.status !== 200) return refused(refusalTexts.inFlight)
  const receipt = answer.headers['receipt']
  // It was refused before, and under this key it stays refused.
  if (receipt === undefined) return refused(both(spokenRefusal(answer.body)))
  const again = answer.headers['idempotency-replayed'] === 'true'
  if (again) await note(db, true)
  return good({ receipt, again })
})

const both = (said: string): Text => ({ zh: said, en: said })
