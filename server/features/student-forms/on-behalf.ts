import * as v from 'valibot'
import type { CallOutput } from '#contract/call'
import type { AnyForm, QueuedForm } from '#contract/queued-form'
import type { students } from '#contract/students'
import type { Language } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import { toFieldIssues } from '../../platform/http/body/validate-body.ts'
import type { HandlerRequest, InputIssue, HandlerResult } from '../../platform/http/handler.ts'
import type { CachedReadContext } from '../../platform/records/table-cache.ts'
import type { FormVersionSubmitter } from './form-history.ts'

type EmptyOutput = Record<never, never>

/** The payload of a form to be saved, and its submitter. */
export type FormSubmission<Payload> = Pick<
  HandlerRequest<Payload>,
  'input' | 'caller' | 'db' | 'now' | 'language' | 'ifMatch' | 'tools' | 'payloadAgeSeconds'
> & {
  readonly student: StudentRow
  readonly writer: FormVersionSubmitter
}

/** Creates the submission of a student who uses their own phone. */
export const toOwnSubmission = <Payload>(
  ask: HandlerRequest<Payload> & { readonly student: StudentRow },
): FormSubmission<Payload> => ({ ...ask, writer: { origin: 'phone', by: ask.student.code } })

/** A payload as it would be stored, or its validation issues. */
export type ReadPayloadResult =
  | { type: 'ok'; payload: unknown }
  | { type: 'invalid'; issues: InputIssue[] }

/** A form that the office can open and save on a student's behalf. */
export interface OnBehalfForm {
  readonly name: string
  /** The page of the form's step; absent if the form has no step. */
  readonly page?: string
  readonly find: (
    db: Db,
    student: string,
  ) => Promise<{ readonly payload: unknown; readonly version: number } | undefined>
  /** What this student can choose in it. */
  readonly readOffer?: (
    ask: CachedReadContext & { readonly now: Date },
    student: StudentRow,
  ) => Promise<
    Partial<Pick<CallOutput<typeof students.openForm>, 'garments' | 'colours' | 'packages'>>
  >
  readonly save: (ask: FormSubmission<unknown>) => Promise<HandlerResult<EmptyOutput>>
}

/** A form of the outbox. It can also be delivered from a file that a phone has exported. */
export interface QueuedOnBehalfForm extends OnBehalfForm {
  readonly form: AnyForm
  readonly page: string
  /** The payload as the student's own phone would send it now. */
  readonly readPayload: (
    db: Db,
    said: { student: string; payload: unknown; language: Language },
  ) => Promise<ReadPayloadResult>
}

interface QueuedOnBehalfFormOptions<Payload, Stored> extends Pick<OnBehalfForm, 'readOffer'> {
  readonly form: QueuedForm<Payload>
  readonly page: string
  readonly find: (
    db: Db,
    student: string,
  ) => Promise<{ readonly payload: Stored; readonly version: number } | undefined>
  /** Fills in values that phones do not store, as the outbox does before it sends the form. */
  readonly complete?: (payload: Payload, stored: Stored | undefined) => Payload
  /** Saves the payload like the student's own submission. */
  readonly save: (ask: FormSubmission<Payload>) => Promise<HandlerResult<EmptyOutput>>
}

/** Makes a form of the outbox available to the office. */
export function defineQueuedOnBehalfForm<Payload, Stored>({
  form,
  page,
  find,
  complete = (payload) => payload,
  save,
  readOffer,
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
    // The payload is encoded and decoded once, so that equal payloads compare as equal, no matter
    // where they come from.
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
    ...(readOffer && { readOffer }),
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
