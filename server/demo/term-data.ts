import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { StudentRow } from '../platform/database/schema/schema.ts'
import {
  seedEvaluationPeriods,
  seedEvaluations,
  seedGrades,
  seedPasswords,
  seedTaughtCourses,
} from './academic-records.ts'
import { createSeededRandom } from './crowd.ts'
import { demoStaff, demoStudents } from './demo-people.ts'
import { seedMajors } from './majors.ts'
import { seedNotices } from './notices.ts'

/** Inserts the data of the term; requires students, staff and timetables. */
export async function seedTermData(
  tx: Db,
  { students, now }: { students: readonly StudentRow[]; now: Date },
): Promise<void> {
  await seedGrades(tx, { students, now, random: createSeededRandom(20_210_901) })
  await seedTaughtCourses(tx)
  await seedEvaluationPeriods(tx, now)
  await seedEvaluations(tx, now)
  await seedMajors(tx, now)
  await seedNotices(tx, now)
  await fillComplaintCategories(tx)
  const known = new Set(demoStudents.map(({ number }) => `S${number}`))
  await seedPasswords(
    tx,
    students.filter(({ code }) => known.has(code)),
  )
  for (const { number, idCard, phone } of demoStaff)
    await tx
      .updateTable('staff')
      .set({ id_card: idCard ?? null, phone })
      .where('code', '=', number)
      .execute()
}

async function fillComplaintCategories(tx: Db): Promise<void> {
  const named = [
    ['dorm', '宿舍与水电', 'Dormitory, water and power'],
    ['food', '食堂与餐饮', 'Canteens and food'],
    ['network', '校园网络', 'Campus network'],
    ['fees', '缴费与退费', 'Payments and refunds'],
    ['teaching', '教学与考试', 'Teaching and exams'],
    ['other', '其他问题', 'Something else'],
  ] as const
  await tx
    .insertInto('complaint_category')
    .values(named.map(([id, name], at) => ({ id, name, position: at + 1, withdrawn_at: null })))
    .execute()
  await tx
    .insertInto('english')
    .values(named.map(([, chinese, english]) => ({ chinese, english })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Inserts the data of the term into a demo that was created by a version without it. */
export async function seedMissingTermData(tx: Db, now: Date): Promise<void> {
  if ((await tx.selectFrom('department').select('id').limit(1).executeTakeFirst()) !== undefined)
    return
  await seedTermData(tx, { students: await tx.selectFrom('student').selectAll().execute(), now })
}

/** Moves the academic data of an earlier year to this year, together with the students. */
export async function shiftTermData(
  tx: Db,
  { years, now }: { years: number; now: Date },
): Promise<void> {
  await sql`update grade set term =
    (substr(term, 1, 4)::int + ${years}::int) || '-' || (substr(term, 6, 4)::int + ${years}::int) || substr(term, 10)`.execute(
    tx,
  )
  await seedTaughtCourses(tx)
  await seedEvaluationPeriods(tx, now)
  await seedEvaluations(tx, now)
}
