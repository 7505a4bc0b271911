import { strict as assert } from 'node:assert'
import { queuedCampusFormName } from '#contract/campus-form-names'
import { LOAD_TEST_BUILDING } from '../../load/students.ts'
import { FORM, STEP_OF_UNIFORM } from './held-items.ts'
import type { ReleasePhone } from './release-phone.ts'
import type { TestCluster } from './test-cluster.ts'

/**
 * Fail unless everything that phones have stored is in the database once, and nothing else. `scans` is
 * how many students were scanned, each at the dormitory and at a station.
 */
export async function assertStoredOnce(
  { query }: TestCluster,
  phones: readonly ReleasePhone[],
  scans: number,
): Promise<void> {
  const subjects = [...new Set(phones.map(({ subject }) => subject))]
  const list = (texts: readonly string[]) =>
    `array[${texts.map((text) => `'${text}'`).join()}]::text[]`
  const answers = await query<{ key: string }>(
    `select key from idempotency where subject = any(${list(subjects)}) and receipt is not null`,
  )
  const held = phones.flatMap((phone) => phone.held.map(({ key }) => key))
  const stored = answers.map(({ key }) => key)
  assert.deepEqual(stored.toSorted(), held.toSorted(), 'the stored answers are those to the items')
  const students = subjects
    .filter((subject) => subject.startsWith('student:'))
    .map((subject) => subject.slice(8))
  const records = phones.flatMap((phone) =>
    phone.held.filter(({ form }) => !['step', 'scan', 'station'].includes(form)),
  )
  const [row] = await query<Record<string, string>>(`
    with own as (select unnest(${list(students)}) as code)
    select
      (select count(*) from form_history join own on code = student_code) as lines,
      (select count(*) from form_history join own on code = student_code where version <> 1) as later,
      (select count(*) from step_done join own on code = student_code where step_id = ${STEP_OF_UNIFORM}) as steps,
      (select count(*) from arrival where building = '${LOAD_TEST_BUILDING}') as arrivals,
      (select count(distinct student_code) from station_visit) as visitors,
      (select count(*) from station_visit) as visits`)
  assert.deepEqual(
    Object.fromEntries(Object.entries(row ?? {}).map(([name, count]) => [name, Number(count)])),
    {
      lines: records.length,
      later: 0,
      steps: students.length,
      arrivals: scans,
      visitors: scans,
      visits: scans,
    },
  )
  const [files] = await query<Record<string, string>>(`
    select to_regclass('campus_form_attachment')::text as there`)
  if (files?.['there'] === null) return
  const [attached] = await query<Record<string, string>>(`
    select count(*) filter (where encode(sha256(bytes), 'hex') = sha256 and answer_version is not null) as whole,
      count(*) as files, (select count(*) from campus_form_attachment_part) as parts,
      (select count(*) from campus_form_answer) as answers from campus_form_attachment`)
  const forms = records.filter(({ form }) => form === queuedCampusFormName(FORM)).length
  assert.deepEqual(
    Object.fromEntries(
      Object.entries(attached ?? {}).map(([name, count]) => [name, Number(count)]),
    ),
    { whole: 2 * forms, files: 2 * forms, parts: 0, answers: forms },
  )
}
