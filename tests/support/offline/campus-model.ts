import * as v from 'valibot'
import { queuedForms } from '#contract/forms'
import { CAMPUS_HEADER, CAMPUS_HEADER_VALUE } from '#contract/headers-and-cookies'
import type { AnyForm } from '#contract/queued-form'
import { idempotencyKeyUsedBody } from '#contract/rules'
import { FORMS_OF_FIRST_DAY, type FormName } from '../backend/four-forms.ts'
import type { AppliedSubmission, CampusUnderTest, RecordedWrite } from './campus-under-test.ts'

/** A fast, deterministic campus in memory. */
export interface CampusModel extends CampusUnderTest {
  /** The payload of a student's record, or undefined if there is no record. */
  readonly findPayload: (form: FormName, student: string) => unknown
  /** How often a record of a student was created. A student has one record of a form. */
  readonly countBegun: (form: FormName, student: string) => number
}

/** The read calls of all forms, by address. */
const looks = new Map<string, AnyForm>(
  Object.values(queuedForms).flatMap((form) =>
    form.find === undefined ? [] : [[form.find.path, form]],
  ),
)
const writes = new Map<string, AnyForm>(
  Object.values(queuedForms).flatMap((form) =>
    [form.add, form.update ?? form.add].map(({ path }) => [path, form]),
  ),
)

interface Kept {
  version: number
  words: string
  begun: number
}

/**
 * A campus that implements the API of the specification. With `keepsKeys` it behaves like this
 * product's backend: idempotency keys, receipts, versions, statuses. Without it, it behaves like an
 * older campus that has none of these and answers 200 to everything.
 */
export function createCampusModel({ keepsKeys }: { keepsKeys: boolean }): CampusModel {
  const people = new Map<string, string>()
  const records = new Map<string, Kept>()
  const arrived = new Map<string, AppliedSubmission[]>()
  const books = new Map<string, RecordedWrite[]>()
  const write = (form: string, student: string, body: string, payloadText: unknown) => {
    const record = kept(form, student)
    record.version += 1
    record.words = body
    const lines = books.get(student) ?? []
    books.set(student, lines)
    lines.push({ form, version: record.version, payload: payloadText })
  }
  const answers = new Map<string, { words: string; receipt: string; etag: string }>()
  const kept = (form: string, student: string) => {
    const name = `${form} of ${student}`
    const record = records.get(name) ?? { version: 0, words: '', begun: 0 }
    records.set(name, record)
    return record
  }
  const etagOf = ({ version }: Kept) => `"${version}"`
  // The body is stored beside the response instead of as a stream in it, which would take as long
  // as everything else.
  const say = (body: object, status: number, headers: Record<string, string> = {}) => {
    const text = JSON.stringify(body)
    const marked = { [CAMPUS_HEADER]: CAMPUS_HEADER_VALUE, ...headers }
    const response = new Response(null, keepsKeys ? { status, headers: marked } : {})
    return Object.defineProperty(response, 'text', { value: async () => text })
  }

  const answer = (path: string, headers: Headers, body: string): Response => {
    const student = people.get(headers.get('Authorization') ?? '')
    if (student === undefined) return say({ status: -400, msg: '请重新登录' }, 401)
    const looked = looks.get(path)
    if (looked !== undefined) {
      const record = kept(looked.name, student)
      const results = record.version === 0 ? null : [JSON.parse(record.words)]
      return say({ results }, 200, { ETag: etagOf(record) })
    }
    const form = writes.get(path)
    if (form === undefined) return say({ code: '404', msg: '没有这个地址' }, 404)
    const record = kept(form.name, student)
    const key = headers.get('Idempotency-Key') ?? ''
    const done = (known: { receipt: string; etag: string }) =>
      say(form.add.rule.success, 200, {
        'Idempotency-Key': key,
        Receipt: known.receipt,
        ETag: known.etag,
      })
    // The add and the update call can encode the same values in different ways.
    const call = path === form.add.path ? form.add : (form.update ?? form.add)
    const decoded: unknown = v.parse(call.input.decode, JSON.parse(body))
    const payloadText = JSON.stringify(decoded)
    const before = keepsKeys ? answers.get(key) : undefined
    if (before !== undefined)
      return before.words === payloadText
        ? done(before)
        : say({ ...form.add.rule.refusal('换过内容'), ...idempotencyKeyUsedBody }, 422)
    const wanted = headers.get('If-Match')
    if (keepsKeys && wanted !== null && wanted !== etagOf(record))
      return say({ code: '412', msg: '别处已修改' }, 412)
    if (path === form.add.path) record.begun += 1
    write(form.name, student, body, decoded)
    const known = { words: payloadText, receipt: `R${answers.size + 1}`, etag: etagOf(record) }
    answers.set(key, known)
    const list = arrived.get(student) ?? []
    arrived.set(student, list)
    const { version } = record
    list.push({ key, form: form.name, version, ...(keepsKeys && { receipt: known.receipt }) })
    return done(known)
  }

  type Answering = Parameters<typeof asked>[0]
  const echoing =
    (answering: Answering): Answering =>
    (path, headers, body) => {
      const response = answering(path, headers, body)
      const key = headers.get('Idempotency-Key')
      if (keepsKeys && key !== null) response.headers.set('Idempotency-Key', key)
      return response
    }

  return {
    supportsIdempotency: keepsKeys,
    fetch: asked(echoing(answer)),
    now: () => Date.parse('2026-08-01T02:00:00Z'),
    enrolStudent: async () => {
      const subject = `S${people.size + 1}`
      people.set(`token of ${subject}`, subject)
      return { subject, token: `token of ${subject}` }
    },
    listSubmissions: async (student) => arrived.get(student) ?? [],
    listWrites: async (student) => books.get(student) ?? [],
    refuse: asked(
      echoing((path, headers, body) => {
        const form = writes.get(path)
        if (form === undefined) return answer(path, headers, body)
        return say(form.add.rule.refusal('请修改'), 422)
      }),
    ),
    versionOf: async (form, student) => kept(form, student).version,
    findPayload: (form, student) => {
      const { version, words: payloadText } = kept(form, student)
      return version === 0 ? undefined : JSON.parse(payloadText)
    },
    countBegun: (form, student) => kept(form, student).begun,
    createDirectClient: ({ subject }) => ({
      look: async (form) => ({
        type: 'ok',
        data: null,
        echoed: false,
        ...(keepsKeys && { etag: etagOf(kept(form, subject)) }),
      }),
      write: async (form, payload) => {
        write(form, subject, JSON.stringify(queuedForms[form]?.add.input.encode(payload)), payload)
        return { type: 'ok', data: null, echoed: false }
      },
    }),
  }
}

const asked =
  (answer: (path: string, headers: Headers, body: string) => Response): typeof fetch =>
  async (input, init) => {
    if (typeof input !== 'string' || typeof init?.body !== 'string')
      throw new TypeError('only words are understood here')
    return answer(new URL(input).pathname, new Headers(init.headers), init.body)
  }

/** The forms of which the student has more than one record. */
export const findDuplicates = (campus: CampusModel, student: string): readonly FormName[] =>
  FORMS_OF_FIRST_DAY.filter((form) => campus.countBegun(form, student) > 1)
