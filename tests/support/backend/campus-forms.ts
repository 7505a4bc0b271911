import { createHash, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { CampusFormDefinition, type Question } from '#contract/campus-form-definition'
import { findDefinitionProblems } from '#contract/campus-form-problems'
import { CampusFormSettings, INITIAL_FORM_SETTINGS } from '#contract/campus-form-settings'
import type { CampusFormAttachment, CampusFormSubmission } from '#contract/campus-form-submission'
import { publishForm } from '#server/features/campus-forms/public'
import type { Backend, SignedInUser, TestResponse } from './backend.ts'

/** A text that is the same in both languages. */
export const wording = (text: string) => ({ zh: text, en: text })

/** A question with a label. */
export const question = (
  name: string,
  type: Question['type'],
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => ({ name, type, label: wording(name), ...more })

/** Publish a form of these items as the next version. Returns the version. */
export async function publishTestForm(
  backend: Pick<Backend, 'db' | 'clock'>,
  form: string,
  {
    items,
    choices = {},
    settings = {},
    title = wording(form),
  }: {
    readonly items: readonly unknown[]
    readonly choices?: Readonly<Record<string, readonly unknown[]>>
    readonly settings?: Partial<CampusFormSettings>
    readonly title?: { readonly zh: string; readonly en: string }
  },
): Promise<number> {
  const { db, clock } = backend
  const definition = v.parse(CampusFormDefinition, { title, items, choices })
  const problems = findDefinitionProblems(definition)
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  await db
    .insertInto('campus_form')
    .values({ id: form, created_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return publishForm(db, {
    form,
    definition,
    settings: v.parse(CampusFormSettings, { ...INITIAL_FORM_SETTINGS, ...settings }),
    by: 'T4001',
    now: clock.now(),
  })
}

/** Post a student's answers, as the outbox does. */
export const postAnswers = (
  student: SignedInUser,
  said: Omit<CampusFormSubmission, 'student' | 'attachments'> & {
    readonly attachments?: readonly CampusFormAttachment[]
  },
  headers: Record<string, string> = {},
): Promise<TestResponse> =>
  student.post(
    '/api/campusform/add',
    { stuCode: student.code, attachments: [], ...said },
    { 'idempotency-key': randomUUID(), ...headers },
  )

/** Announce a file as a phone does. */
export const announceFile = (
  bytes: Uint8Array,
  { name = 'a.jpg', type = 'image/jpeg', id = randomUUID() as string } = {},
): CampusFormAttachment => ({
  id,
  name,
  type,
  bytes: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

/** Post a part of a file, from `offset` on, and before `end`. */
export async function postPart(
  backend: Pick<Backend, 'fetch'>,
  student: Pick<SignedInUser, 'token'>,
  {
    bytes,
    file,
    form,
    offset = 0,
    end = bytes.byteLength,
  }: {
    readonly bytes: Uint8Array<ArrayBuffer>
    readonly file: CampusFormAttachment
    readonly form: string
    readonly offset?: number
    readonly end?: number
  },
): Promise<{ status: number; body: { code?: string; data?: number; msg?: string } }> {
  const query = new URLSearchParams({
    name: file.name,
    attachment: file.id,
    form,
    offset: String(offset),
    total: String(file.bytes),
    sha256: file.sha256,
    type: file.type,
  })
  const response = await backend.fetch(`/api/campusform/attach?${query}`, {
    method: 'POST',
    headers: { authorization: student.token, 'content-type': 'application/octet-stream' },
    body: bytes.slice(offset, end),
  })
  return { status: response.status, body: await response.json() }
}
