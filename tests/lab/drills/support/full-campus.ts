import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { toChinaYear } from '#server/platform/clock'
import { question, wording } from '../../../support/backend/campus-forms.ts'
import { enrolLoadTestStudents, LOAD_TEST_BUILDING } from '../../load/students.ts'
import { FORM, SUPERVISOR } from './held-items.ts'
import type { TestCluster } from './test-cluster.ts'

/**
 * Fill a database with students who have used the campus for weeks: records with their histories and
 * stored answers, steps, read notices, reminders, and subscriptions if the release has them. The
 * first `fresh` students have done nothing yet.
 */
export async function fillCampus(
  { query }: Pick<TestCluster, 'query'>,
  students: number,
  fresh: number,
): Promise<void> {
  await enrolLoadTestStudents({ query }, students)
  const year = toChinaYear(new Date())
  const [has] = await query<{ push: boolean }>(
    `select to_regclass('push_subscription') is not null as push`,
  )
  const each = `from generate_series(${fresh}, ${students - 1}) as n, concat('L', lpad(n::text, 6, '0')) as code`
  const statements = [
    `insert into travel (student_code, step, start_city, start_date, arrival_date, arrival_time, mode, companions,
       remark, open, version, updated_at)
     select code, '2', '广东省,东莞市', '${year}-08-20', '${year}-08-21', '14:30', '火车', '2', '写下的话', false, 1, now() ${each}`,
    `insert into form_history (student_code, form, version, at, origin, by_code, words)
     select code, 'travel', 1, now(), 'phone', code, '{"remark": "写下的话", "mode": "火车"}' ${each}`,
    `insert into idempotency (subject, form, key, body_hash, status, body, etag, receipt, created_at)
     select 'student:' || code, 'travel', md5(code), sha256(code::bytea), 200, '{"results": true}', '"travel-1"',
       'R' || code, now() ${each}`,
    `insert into step_done (student_code, step_id, done_at)
     select code, id, now() from flow_step, (select code ${each}) as students where id <= 3`,
    `insert into notice (id, title, content, published_at, audience)
     select 'N' || n, '通知' || n, '内容', now(), 'students' from generate_series(1, 20) as n`,
    `insert into notice_read (subject, notice_id, read_at)
     select 'student:' || code, 'N' || notice, now() from (select code ${each}) as students, generate_series(1, 5) as notice`,
    `insert into reminder (student_code, step_id, day, told_at)
     select code, step, '${year}-08-0' || step, now() from (select code ${each}) as students, generate_series(1, 3) as step`,
    ...(has?.push === true
      ? [
          `insert into push_subscription (id, session_hash, student_code, endpoint, p256dh, auth, language, created_at)
           select md5(code), sha256(convert_to('load-' || code, 'UTF8')), code, 'https://push.example/' || code, 'p', 'a',
             (array['zh', 'en'])[1 + n % 2], now() ${each} where n % 5 = 0`,
        ]
      : []),
    'vacuum analyze',
  ]
  for (const statement of statements) await query(statement)
}

/** Publish a form with files by the code of the earlier release; false if it has no such forms. */
export async function publishFormOf(
  cluster: Pick<TestCluster, 'query'>,
  release: string,
): Promise<boolean> {
  const load = (file: string) => import(pathToFileURL(join(release, file)).href)
  const settings = 'src/contract/campus-form-settings.ts'
  if (!existsSync(join(release, settings))) return false
  const { INITIAL_FORM_SETTINGS } = await load(settings)
  const { CampusFormDefinition } = await load('src/contract/campus-form-definition.ts')
  const definition: unknown = v.parse(CampusFormDefinition, {
    title: wording('承诺书'),
    items: [question('nick', 'text', { required: true }), question('proof', 'file', { count: 2 })],
    choices: {},
  })
  await cluster.query(`
    insert into campus_form (id, created_at, cohort) values ('${FORM}', now(), 'new');
    insert into campus_form_version (form_id, version, definition, settings, published_at, published_by)
      values ('${FORM}', 1, '${JSON.stringify(definition)}', '${JSON.stringify(INITIAL_FORM_SETTINGS)}', now(), 'T4001');
    update campus_form set version = 1 where id = '${FORM}'`)
  return true
}

/**
 * Let the supervisor scan with this many phones, at the load test's building and at a station. All
 * students are registered, and can defer their tuition.
 */
export const openStations = ({ query }: Pick<TestCluster, 'query'>, phones: number) =>
  query(`
    insert into staff_building (staff_code, building) values ('${SUPERVISOR}', '${LOAD_TEST_BUILDING}');
    insert into station (id, name, position) values ('medical', '体检', 1);
    insert into station_staff (station_id, staff_code) values ('medical', '${SUPERVISOR}');
    insert into session (token_hash, role, code, created_at, used_at)
      select sha256(convert_to('scanner-' || n, 'UTF8')), 'staff', '${SUPERVISOR}', now() - interval '1 day', now()
      from generate_series(0, ${phones - 1}) as n;
    update student set checked_in_at = now() where code like 'L%';
    update charge set due_fen = 1860000 where item = '学费' and student_code like 'L%'`)
