import { sql } from 'kysely'
import type { ArrivalOverview, ArrivalCount } from '#contract/arrivals'
import type { Db } from '../../platform/database/db.ts'
import { countAnnouncedToday } from './announced-arrivals.ts'
import { selectExpectedStudents, type ExpectedStudentsParams } from './expected-students.ts'
import { provinceOf } from './provinces.ts'

interface ArrivalCountRow extends Omit<ArrivalCount, 'name' | 'floor'> {
  readonly building: string | null
  readonly floor: string | null
  readonly department: string | null
  readonly province: string | null
  readonly hour: Date | null
  /**
   * The bit mask of SQL's GROUPING(): a bit is set for each column by which the row is not grouped.
   */
  readonly grouping: number
}

// The mask of the grand total; bits from the highest: building, floor, department, province, hour.
const ALL = 0b11111
const BUILDING = 0b01111
const FLOOR = 0b00111
const DEPARTMENT = 0b11011
const PROVINCE = 0b11101
const HOUR = 0b11110

/** Counts expected and arrived students, grouped by each criterion, in one statement. */
export async function countArrivals(
  db: Db,
  wanted: ExpectedStudentsParams,
): Promise<ArrivalOverview> {
  const each = selectExpectedStudents(db, wanted)
    .leftJoin('household', 'household.student_code', 'student.code')
    .select((e) => [
      e.fn.coalesce('place.building', e.val('')).as('building'),
      // A room's number without its last two digits: 301 is on floor 3, A-1204 on A-12.
      sql<string>`coalesce(left(place.room, -2), '')`.as('floor'),
      'student.department',
      sql<string>`coalesce(nullif(split_part(household.native_place, ',', 1), ''),
        case student.id_type when 'resident' then left(student.id_card, 2)
          when 'residence-permit' then replace(left(student.id_card, 2), '83', '71')
          when 'taiwan-permit' then '71'
          when 'hk-macao-permit' then case left(student.id_card, 1) when 'H' then '81' else '82' end
          else '' end)`.as('province'),
      // China's offset from UTC is a whole number of hours, so UTC hours can be used.
      sql<Date | null>`date_bin('1 hour', scanned_at, '2000-01-01T00:00Z')`.as('hour'),
      sql<boolean>`arrival.id is not null`.as('arrived'),
      sql<boolean>`arrival.id is not null and not arrival.verified`.as('unverified'),
    ])
  const { rows } = await sql<ArrivalCountRow>`
    select building, floor, department, province, hour,
      grouping(building, floor, department, province, hour) as grouping, count(*)::int as expected,
      (count(*) filter (where arrived))::int as arrived,
      (count(*) filter (where unverified))::int as unverified
    from ${each} as each
    group by grouping sets ((), (building), (building, floor), (department), (province), (hour))
    order by nullif(building, '') nulls last, floor, department, province, hour`.execute(db)
  const by = (grouping: number, name: (row: ArrivalCountRow) => string | null) =>
    rows
      .filter((row) => row.grouping === grouping)
      .map((row) => toNamedCount(name(row) ?? '', row.floor ?? '', row))
  return {
    all: by(ALL, () => '')[0] ?? toNamedCount('', '', NONE),
    buildings: by(BUILDING, ({ building }) => building),
    floors: by(FLOOR, ({ building }) => building),
    departments: by(DEPARTMENT, ({ department }) => department),
    provinces: mergeByName(by(PROVINCE, ({ province }) => provinceOf(province ?? ''))),
    announced: await countAnnouncedToday(db, wanted),
    hours: rows.flatMap(({ grouping, hour, arrived }) =>
      grouping === HOUR && hour !== null ? [{ hour: hour.toISOString(), arrived }] : [],
    ),
  }
}

const NONE = { expected: 0, arrived: 0, unverified: 0 }

const toNamedCount = (
  name: string,
  floor: string,
  { expected: all, arrived, unverified }: Count,
): ArrivalCount => ({
  name,
  floor,
  expected: all,
  arrived,
  unverified,
})

type Count = Pick<ArrivalCount, 'expected' | 'arrived' | 'unverified'>

// Merges the counts of a province that is stored by name for some students and by code for others.
function mergeByName(tallies: readonly ArrivalCount[]): ArrivalCount[] {
  const found = new Map<string, ArrivalCount>()
  for (const one of tallies) {
    const { expected: all, arrived, unverified } = found.get(one.name) ?? NONE
    found.set(one.name, {
      ...one,
      expected: one.expected + all,
      arrived: one.arrived + arrived,
      unverified: one.unverified + unverified,
    })
  }
  return [...found.values()].toSorted((a, b) => b.expected - a.expected)
}
