import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { generateLessons, listTermsAround } from './campus.ts'
import { insertInBatches } from './insert-in-batches.ts'
import { shiftTermData } from './term-data.ts'

/**
 * Inserts the terms around a year and the lessons of the classes in these terms; existing rows stay
 * unchanged.
 */
export async function seedTimetables(
  tx: Db,
  { classes, year }: { classes: Iterable<string>; year: number },
): Promise<void> {
  const terms = listTermsAround(year)
  const lessons = [...classes].flatMap((name) =>
    terms.flatMap(({ label }) => generateLessons(name, label)),
  )
  await tx
    .insertInto('term')
    .values(terms)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await insertInBatches(lessons, (part) =>
    tx
      .insertInto('lesson')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** Moves a demo of an earlier year to this year, so that its new students are always new. */
export async function shiftDemoToCurrentYear(
  tx: Db,
  { year, now }: { year: number; now: Date },
): Promise<void> {
  const { year: then } = await tx
    .selectFrom('demo')
    .select('year')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const years = year - then
  if (years <= 0) return
  await tx.updateTable('demo').set({ year }).execute()
  const later = (column: string) => sql<string>`(${sql.ref(column)}::int + ${years})::text`
  await tx
    .updateTable('student')
    .set({ entry_year: later('entry_year'), grade: later('grade') })
    .execute()
  await tx
    .updateTable('charge')
    .set((e) => ({ year: e('year', '+', years) }))
    .execute()
  await moveYears(tx, 'scholarship', years)
  await moveYears(tx, 'green_application', years)
  const moved = <Moment extends string | Date>(column: string) =>
    sql<Moment>`${sql.ref(column)} + make_interval(years => ${years})`
  await tx
    .updateTable('travel')
    .set({ start_date: moved<string>('start_date'), arrival_date: moved<string>('arrival_date') })
    .execute()
  await tx
    .updateTable('green_application')
    .set({ applied_at: moved<Date>('applied_at') })
    .execute()
  const classes = await tx.selectFrom('student').select('class_name').distinct().execute()
  await seedTimetables(tx, { classes: classes.map((one) => one.class_name), year })
  await shiftTermData(tx, { years, now })
}

// The latest year is moved first, because at any time only one row for each person and year is
// allowed.
async function moveYears(
  tx: Db,
  table: 'scholarship' | 'green_application',
  years: number,
): Promise<void> {
  const { rows } = await sql<{
    year: number
  }>`select distinct year from ${sql.table(table)} order by year desc`.execute(tx)
  for (const { year } of rows)
    await sql`update ${sql.table(table)} set year = year + ${years} where year = ${year}`.execute(
      tx,
    )
}
