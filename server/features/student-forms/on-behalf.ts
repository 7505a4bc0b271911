import * as v from 'valibot'
import type { AnyForm, QueuedForm } from '#contract/queued-form'
import type { Language } from '#i18n/translate'
import type { Db } from '../../platform/database/database.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import { toFieldIssues } from '../../platform/http/dispatch.ts'
import type { HandlerRequest, InputIssue, HandlerResult } from '../../platform/http/handler.ts'
import type { Writer } from './form-history.ts'

type EmptyOutput = Record<never, never>

/** Words of a student that are to be saved, and who writes them down. */
export type FormSubmission<Words> = Pick<
  HandlerRequest<Words>,
  'input' | 'caller' | 'db' | 'now' | 'language' | 'ifMatch' | 'tools'
> & {
  readonly student: StudentRow
  readonly writer: Writer
}

/** The words of a student who sends them from their own phone. */
export const asOwnSubmission = <Words>(
  ask: HandlerRequest<Words> & { readonly student: StudentRow },
): FormSubmission<Words> => ({ ...ask, writer: { origin: 'phone', by: ask.student.code } })

/** What was read of words: they keep the rules of their form, or what is wrong with them. */
export type ReadPayloadResult =
  | { type: 'ok'; payload: unknown }
  | { type: 'invalid'; issues: InputIssue[] }

/** A form as the office opens it and saves it on a student's behalf. */
export interface OnBehalfForm {
  readonly name: string
  /** The page of its step, if it has one. */
  readonly page?: string
  readonly find: (
    db: Db,
    student: string,
  ) => Promise<{ readonly words: unknown; readonly version: number } | undefined>
  readonly save: (ask: FormSubmission<unknown>) => Promise<HandlerResult<EmptyOutput>>
}

/** One that the outbox delivers: it may also come in a file that a phone gave out. */
export interface QueuedOnBehalfForm extends OnBehalfForm {
  readonly form: AnyForm
  readonly page: string
  /** Words in the spelling in which the student's own phone would send them at this moment. */
  readonly readPayload: (
    db: Db,
    said: { student: string; payload: unknown; language: Language },
  ) => Promise<ReadPayloadResult>
}

interface QueuedOnBehalfFormOptions<Words, Stored> {
  readonly form: QueuedForm<Words>
  readonly page: string
  readonly find: (
    db: Db,
    student: string,
  ) => Promise<{ readonly words: Stored; readonly version: number } | undefined>
  /** Fills in what a phone may not keep, as its sender does. */
  readonly complete?: (texts: Words, stored: Stored | undefined) => Words
  /** What the student's own submission does. */
  readonly save: (ask: FormSubmission<Words>) => Promise<HandlerResult<EmptyOutput>>
}

/** Make a form of the outbox one that the office can read and write as well. */
export function defineQueuedOnBehalfForm<Words, Stored>({
  form,
  page,
  find,
  complete = (words) => words,
  save,
}: QueuedOnBehalfFormOptions<Words, Stored>): QueuedOnBehalfForm {
  const parse = async (
    db: Db,
    { student, payload, language }: { student: string; payload: unknown; language: Language },
  ) => {
    const fields = v.safeParse(v.record(v.string(), v.unknown()), payload)
    const own = fields.success ? { ...fields.output, student } : payload
    const said = v.safeParse(form.payload.schema, own, { lang: language })
    if (!said.success) return { issues: toFieldIssues(said.issues) }
    const whole = complete(said.output, (await find(db, student))?.words)
    // Over the wire and back, so that the same words are the same whichever way they came.
    const sent = v.safeParse(form.add.input.decode, form.add.input.encode(whole), {
      lang: language,
    })
    return sent.success
      ? { words: whole, sent: sent.output }
      : { issues: toFieldIssues(sent.issues) }
  }
  return {
    name: form.name,
    form,
    page,
    find,
    readPayload: async (db, said) => {
      const { issues, sent } = await parse(db, said)
      return issues === undefined ? { type: 'ok', payload: sent } : { type: 'invalid', issues }
    },
    save: async (ask) => {
      const { db, student, input, language } = ask
      const { issues, words } = await parse(db, { student: student.code, payload: input, language })
      return issues === undefined ? save({ ...ask, input: words }) : { type: 'invalid', issues }
    },
  }
}
