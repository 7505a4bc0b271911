import * as v from 'valibot'
import type { AnyForm, QueuedForm } from '#contract/form'
import type { Language } from '#i18n/translate'
import type { Db } from '../../platform/database/database.ts'
import type { StudentRow } from '../../platform/database/schema.ts'
import { issuesOf } from '../../platform/http/dispatch.ts'
import type { Ask, Issue, Outcome } from '../../platform/http/handler.ts'
import type { Writer } from './store.ts'

type Nothing = Record<never, never>

/** Words of a student that are to be saved, and who writes them down. */
export type FormAsk<Words> = Pick<
  Ask<Words>,
  'input' | 'caller' | 'db' | 'now' | 'language' | 'ifMatch' | 'tools'
> & {
  readonly student: StudentRow
  readonly writer: Writer
}

/** The words of a student who sends them from their own phone. */
export const byPhone = <Words>(
  ask: Ask<Words> & { readonly student: StudentRow },
): FormAsk<Words> => ({ ...ask, writer: { origin: 'phone', by: ask.student.code } })

/** What was read of words: they keep the rules of their form, or what is wrong with them. */
export type Read = { type: 'ok'; words: unknown } | { type: 'invalid'; issues: Issue[] }

/** A form as the office opens it and saves it on a student's behalf. */
export interface OfficeForm {
  readonly name: string
  /** The page of its step, if it has one. */
  readonly page?: string
  readonly find: (
    db: Db,
    student: string,
  ) => Promise<{ readonly words: unknown; readonly version: number } | undefined>
  readonly save: (ask: FormAsk<unknown>) => Promise<Outcome<Nothing>>
}

/** One that the outbox delivers: it may also come in a file that a phone gave out. */
export interface DeskForm extends OfficeForm {
  readonly form: AnyForm
  readonly page: string
  /** Words in the spelling in which the student's own phone would send them at this moment. */
  readonly read: (
    db: Db,
    said: { student: string; payload: unknown; language: Language },
  ) => Promise<Read>
}

interface Means<Words, Stored> {
  readonly form: QueuedForm<Words>
  readonly page: string
  readonly find: (
    db: Db,
    student: string,
  ) => Promise<{ readonly words: Stored; readonly version: number } | undefined>
  /** Fills in what a phone may not keep, as its sender does. */
  readonly complete?: (texts: Words, stored: Stored | undefined) => Words
  /** What the student's own submission does. */
  readonly save: (ask: FormAsk<Words>) => Promise<Outcome<Nothing>>
}

/** Make a form of the outbox one that the office can read and write as well. */
export function deskForm<Words, Stored>({
  form,
  page,
  find,
  complete = (words) => words,
  save,
}: Means<Words, Stored>): DeskForm {
  const parse = async (
    db: Db,
    { student, payload, language }: { student: string; payload: unknown; language: Language },
  ) => {
    const fields = v.safeParse(v.record(v.string(), v.unknown()), payload)
    const own = fields.success ? { ...fields.output, student } : payload
    const said = v.safeParse(form.payload.schema, own, { lang: language })
    if (!said.success) return { issues: issuesOf(said.issues) }
    const whole = complete(said.output, (await find(db, student))?.words)
    // Over the wire and back, so that the same words are the same whichever way they came.
    const sent = v.safeParse(form.add.input.decode, form.add.input.encode(whole), {
      lang: language,
    })
    return sent.success ? { words: whole, sent: sent.output } : { issues: issuesOf(sent.issues) }
  }
  return {
    name: form.name,
    form,
    page,
    find,
    read: async (db, said) => {
      const { issues, sent } = await parse(db, said)
      return issues === undefined ? { type: 'ok', words: sent } : { type: 'invalid', issues }
    },
    save: async (ask) => {
      const { db, student, input, language } = ask
      const { issues, words } = await parse(db, { student: student.code, payload: input, language })
      return issues === undefined ? save({ ...ask, input: words }) : { type: 'invalid', issues }
    },
  }
}
