import { queuedCampusFormName } from '#contract/campus-form-names'
import { toChinaYear } from '#server/platform/clock'
import { FORMS_OF_FIRST_DAY, samplePayload } from '../../../support/backend/four-forms.ts'
import type { LoadTestStudent } from '../../load/students.ts'
import { openReleasePhone, type ReleaseOutbox, type ReleasePhone } from './release-phone.ts'

/** The step that is marked after the uniform. */
export const STEP_OF_UNIFORM = '4'
/** The form of the campus that phones fill in, with two files. */
export const FORM = 'declaration'
/** The supervisor who scans with several phones. */
export const SUPERVISOR = 'T2001'
const FILE_BYTES = [40_000, 700]

/** Store one item of each form of a student. */
export async function holdForms(
  phone: ReleasePhone,
  by: ReleaseOutbox,
  hasForms: boolean,
): Promise<void> {
  const student = phone.subject.split(':')[1] ?? ''
  const year = toChinaYear(new Date())
  let uniform = 0
  for (const form of FORMS_OF_FIRST_DAY) {
    const order = await phone.hold(by, form, samplePayload(form, student, year, phone.held.length))
    if (form === 'uniform') uniform = order
  }
  await phone.hold(by, 'step', { student, step: STEP_OF_UNIFORM }, { dependsOn: uniform })
  if (!hasForms) return
  const form = queuedCampusFormName(FORM)
  const files = []
  for (const [at, bytes] of FILE_BYTES.entries())
    files.push(await phone.holdFile(by, form, fileOf(`${student} ${at} `, bytes)))
  const payload = {
    student,
    form: FORM,
    version: 1,
    answers: { nick: `小${student}`, proof: files.map(({ id }) => id) },
    attachments: files,
  }
  await phone.hold(by, form, payload)
}

function fileOf(text: string, bytes: number): Buffer {
  const file = Buffer.alloc(bytes, text)
  file.write('%PDF-1.7\n')
  return file
}

/** A phone of the staff that has scanned these students at the dormitory and at a station. */
export async function holdScans(
  url: string,
  by: ReleaseOutbox,
  students: readonly LoadTestStudent[],
  number: number,
): Promise<ReleasePhone> {
  const phone = openReleasePhone(url, {
    role: 'staff',
    code: SUPERVISOR,
    token: `scanner-${number}`,
  })
  const at = new Date().toISOString()
  for (const { number: scanned } of students) {
    await phone.hold(by, 'station', { station: 'medical', scanned, at })
    await phone.hold(by, 'scan', { scanned, at })
  }
  return phone
}
