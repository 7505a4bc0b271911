import { DORMITORY } from '#server/features/stations/public'
import type { TestCluster } from '../drills/support/test-cluster.ts'
import { LOAD_TEST_BUILDING } from './students.ts'

/** The stations in the order of the day. The dormitory is one of them. */
export const ARRIVAL_STATIONS = [
  { id: 'college', name: '学院报到', before: [] },
  { id: DORMITORY, name: '宿舍', before: [] },
  { id: 'medical', name: '体检', before: ['college', DORMITORY] },
  { id: 'uniforms', name: '领军训服', before: ['medical'] },
] as const

/** The phones that scan at each station, each of another member of the staff. */
export const SCANNERS_A_STATION = 15

/** The session of one of the phones of a station. */
export const scannerToken = (station: number, number: number): string =>
  `scanner-G${station}${number}`

/** The session of one of the browsers of the office, each of another member of the staff. */
export const officeToken = (number: number): string => `office-D${number}`

/** Add stations, their staff, the office, and the records of the first `arrived` students. */
export async function prepareArrivalDay(
  { query }: Pick<TestCluster, 'query'>,
  arrived: number,
): Promise<void> {
  const scanners = ARRIVAL_STATIONS.flatMap(({ id }, station) =>
    Array.from({ length: SCANNERS_A_STATION }, (_, number) => ({
      id,
      code: `G${station}${number}`,
    })),
  )
  const addStaff = (codes: string) =>
    `insert into staff (code, id, name, department, post, password_hash)
     select code, 'staff-' || code, '老师' || code, '学生处', '教师', '' from ${codes} as one (code)`
  const addSessions = (codes: string, prefix: string) =>
    `insert into session (token_hash, role, code, created_at, used_at)
     select sha256(convert_to('${prefix}-' || code, 'UTF8')), 'staff', code, now() - interval '1 day', now() from ${codes} as one (code)`
  const all = `(values ${scanners.map(({ code }) => `('${code}')`).join()})`
  const keepers = scanners.filter(({ id }) => id === DORMITORY)
  const office = `(select 'D' || n from generate_series(0, 99) as n)`
  const atStations = scanners.filter(({ id }) => id !== DORMITORY)
  const before = `from generate_series(0, ${arrived - 1}) as n, concat('L', lpad(n::text, 6, '0')) as code`
  const statements = [
    addStaff(all),
    addSessions(all, 'scanner'),
    addStaff(office),
    addSessions(office, 'office'),
    `insert into staff_role (staff_code, role, given_at) select code, 'administrator', now() from ${office} as one (code)`,
    ...keepers.flatMap(({ code }) => [
      `insert into staff_role (staff_code, role, given_at) values ('${code}', 'dorm-supervisor', now())`,
      `insert into staff_building (staff_code, building) values ('${code}', '${LOAD_TEST_BUILDING}')`,
    ]),
    ...ARRIVAL_STATIONS.filter(({ id }) => id !== DORMITORY).map(
      ({ id, name, before: ids }, at) =>
        `insert into station (id, name, position, before_ids) values ('${id}', '${name}', ${at}, '{${ids.join()}}')`,
    ),
    ...atStations.map(
      ({ id, code }) =>
        `insert into station_staff (station_id, staff_code) values ('${id}', '${code}')`,
    ),
    `update student set checked_in_at = now() - interval '1 day' where code like 'L%'`,
    `insert into arrival (student_code, building, room, scanned_at, received_at, staff_code, verified)
     select code, '${LOAD_TEST_BUILDING}', '1', now() - n * interval '2 seconds', now(), 'G10', true ${before}`,
    `insert into station_visit (station_id, student_code, scanned_at, received_at, staff_code, verified, once)
     select id, code, now() - n * interval '2 seconds', now(), 'G00', true, true from station, (select n, code ${before}) as students`,
    'delete from webhook_event',
    'analyze',
  ]
  for (const statement of statements) await query(statement)
}
