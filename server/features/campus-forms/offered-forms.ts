import type { OfferedCampusForm } from '#contract/campus-forms'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import type { FileResult, HandlerRequest } from '../../platform/http/handler.ts'
import { findStudentFacts } from './save-answers.ts'
import { findFormsOfStudent, readPublishedVersion } from './store.ts'

/** A stored file as a response: it is saved under its name and never shown by the browser itself. */
export const toFile = ({
  name,
  type,
  bytes,
}: {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array | null
}): FileResult =>
  bytes === null
    ? { type: 'missing' }
    : { type: 'file', name, contentType: type, bytes: new Uint8Array(bytes) }

/** Lists the forms that are offered to a student, with the facts that their expressions read. */
export async function listOfferedForms(
  ask: Pick<HandlerRequest<unknown>, 'db' | 'caller' | 'tools' | 'now'>,
  student: StudentRow,
): Promise<{ forms: OfferedCampusForm[]; facts: Record<string, string> }> {
  const { db, now } = ask
  const forms: OfferedCampusForm[] = []
  for (const { form, state, reason } of await findFormsOfStudent(db, {
    student: student.code,
    now,
  })) {
    const published = await readPublishedVersion(ask, form)
    if (published === undefined) continue
    const { version, definition, settings } = published
    const { from, until, note, noteEn } = settings.window
    forms.push({
      form,
      version,
      definition,
      state: state ?? '',
      reason: reason ?? '',
      isChangeable: settings.isChangeable,
      isReviewed: settings.isReviewed,
      from,
      until,
      note,
      noteEn,
    })
  }
  return { forms, facts: await findStudentFacts(db, student, now) }
}
