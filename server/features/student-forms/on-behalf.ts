import * as v from 'valibot'
import type { AnyForm, QueuedForm } from '#contract/queued-form'
import type { Language } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import { toFieldIssues } from '../../platform/http/dispatch.ts'
import type { HandlerRequest, InputIssue, HandlerResult } from '../../platform/http/handler.ts'
import type { Writer } from './form-history.ts'

type EmptyOutput = Record<never, never>

/** The payload of a form that is to be saved, and who wrote it. */
export type FormSubmission<Payload> = Pick<
  HandlerRequest<Payload>,
  'input' | 'caller' | 'db' | 'now' | 'language' | 'ifMatch' | 'tools'
> & {
  readonly student: StudentRow
  readonly writer: Writer
}

/** The form of a student who sends it from their own phone. */
export const asOwnSubmission = <Payload>(
  ask: HandlerRequest<Payload> & { readonly student: StudentRow },
): FormSubmission<Payload> => ({ ...ask, writer: { origin: 'phone', by: ask.student.code } })

/** A payload as it would be stored, or what breaks the rules of its form. */
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
  ) => Promise<{ readonly payload: unknown; readonly version: number } | undefined>
  readonly save: (ask: FormSubmission<unknown>) => Promise<HandlerResult<EmptyOutput>>
}

/** One that the outbox delivers: it may also come in a file that a phone gave out. */
export interface QueuedOnBehalfForm extends OnBehalfForm {
  readonly form: AnyForm
  readonly page: string
  /** The payload as the student's own phone would send it now. */
  readonly readPayload: (
    db: Db,
    said: { student: string; payload: unknown; language: Language },
  ) => Promise<ReadPayloadResult>
}

interface QueuedOnBehalfFormOptions<Payload, Stored> {
  readonly form: QueuedForm<Payload>
  readonly page: string
  readonly find: (
    db: Db,
    student: string,
  ) => Promise<{ readonly payload: Stored; readonly version: number } | undefined>
  /** Fills in what a phone may not keep, as its sender does. */
  readonly complete?: (payload: Payload, stored: Stored | undefined) => Payload
  /** What the student's own submission does. */
  readonly save: (ask: FormSubmission<Payload>) => Promise<HandlerResult<EmptyOutput>>
}

/** Make a form of the outbox one that the office can read and write as well. */
export function defineQueuedOnBehalfForm<Payload, Stored>({
  form,
  page,
  find,
  complete = (payload) => payload,
  save,
}: QueuedOnBehalfFormOptions<Payload, Stored>): QueuedOnBehalfForm {
  const parse = async (
    db: Db,
    { student, payload, language }: { student: string; payload: unknown; language: Language },
  ) => {
    const fields = v.safeParse(v.record(v.string(), v.unknown()), payload)
    const own = fields.success ? { ...fields.output, student } : payload
    const said = v.safeParse(form.payload.schema, own, { lang: language })
    if (!said.success) return { issues: toFieldIssues(said.issues) }
    const whole = complete(said.output, (await find(db, student))?.payload)
    // Over the wire and back, so that equal payloads are equal whichever way they came.
    const sent = v.safeParse(form.add.input.decode, form.add.input.encode(whole), {
      lang: language,
    })
    return sent.success
      ? { payload: whole, sent: sent.output }
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
      const { issues, payload } = await parse(db, {
        student: student.code,
        payload: input,
        language,
      })
      return issues === undefined ? save({ ...ask, input: payload }) : { type: 'invalid', issues }
    },
  }
}
