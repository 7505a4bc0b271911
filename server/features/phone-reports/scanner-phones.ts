import { sql } from 'kysely'
import type { ScanningDevice } from '#contract/arrivals'
import type { Db } from '../../platform/database/db.ts'

interface Row extends Omit<ScanningDevice, 'heardAt' | 'reportedAt'> {
  readonly last_contact: Date | null
  readonly reported: Date | null
}

/**
 * Lists the phones of supervisors, and the phones of other staff with waiting scans. There is one
 * row for each session that has sent a report, and one row for each person without a report.
 * `heardAt` is the later of the phone's report and the newest arrival that the person has sent.
 */
export async function findScannerPhones(db: Db): Promise<ScanningDevice[]> {
  const { rows } = await sql<Row>`
    with keeper as (
      select staff_code, array_agg(building order by building) as buildings
      from staff_building group by staff_code),
    told as (
      select session.code, report.*
      from phone_report as report join session on session.token_hash = report.session_hash
      where session.role = 'staff' and (report.scans > 0 or session.code in (select staff_code from keeper))
        and (session.ended_at is null or (session.ended_why is not null and report.scans > 0)))
    select coalesce(told.id::text, staff.code) as id, staff.code as staff, staff.name,
      coalesce(keeper.buildings, '{}') as buildings, told.reported_at as reported,
      greatest(told.reported_at, (
        select max(received_at) from arrival where arrival.staff_code = staff.code)) as last_contact,
      coalesce(told.scans, 0) as scans, coalesce(told.refused, 0) as refused
    from staff
    left join keeper on keeper.staff_code = staff.code
    left join told on told.code = staff.code
    where keeper.staff_code is not null or told.id is not null
    order by scans desc, last_contact nulls first, staff.code`.execute(db)
  return rows.map(({ last_contact: lastContact, reported, ...row }) => ({
    ...row,
    heardAt: lastContact?.toISOString() ?? '',
    reportedAt: reported?.toISOString() ?? '',
  }))
}

/**
 * Selects the reports of phones on which scans of staff wait. A phone that ended its own session
 * holds none.
 */
export const selectHeldScans = (db: Db) =>
  db
    .selectFrom('phone_report as report')
    .innerJoin('session', 'session.token_hash', 'report.session_hash')
    .where('session.role', '=', 'staff')
    .where('report.scans', '>', 0)
    .where((e) => e.or([e('session.ended_at', 'is', null), e('session.ended_why', 'is not', null)]))
