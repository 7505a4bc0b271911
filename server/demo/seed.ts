import sharp from 'sharp'
import { toChinaYear } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import type { StudentRow } from '../platform/database/schema/schema.ts'
import { hashPassword } from '../platform/sessions/password.ts'
import { seedEvaluationPeriods } from './academic-records.ts'
import { seedCalendar } from './calendar.ts'
import { DEMO_CITIES, DEMO_MAJORS } from './campus.ts'
import { seedCatalogues, areCataloguesEmpty } from './catalogues.ts'
import { renderApplicationPictures, seedGreenChannelApplications, seedCharges } from './charges.ts'
import {
  formatClassName,
  generateDemoStudents,
  createSeededRandom,
  pickRandomItem,
} from './crowd.ts'
import { demoStaff, type DemoStudent, demoStudents } from './demo-people.ts'
import { seedDemoEnglishNames } from './english-names.ts'
import { seedGuide } from './guide.ts'
import { insertInBatches } from './insert-in-batches.ts'
import { seedCounsellorClasses, seedOfficeAccounts } from './office-accounts.ts'
import { seedResidents, seedRooms } from './residents.ts'
import { seedStudentForms, seedFinishedForms } from './student-forms.ts'
import { seedMissingTermData, seedTermData } from './term-data.ts'
import { seedTimetables, shiftDemoToCurrentYear } from './timetables.ts'

const PORTRAIT_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="640" viewBox="0 0 480 640">
<rect width="480" height="640" fill="#8db4d9"/>
<path d="M40 640c0-130 80-190 200-190s200 60 200 190z" fill="#2f4858"/>
<path d="M190 400h100v70c-20 40-80 40-100 0z" fill="#e8b99a"/>
<ellipse cx="240" cy="290" rx="105" ry="135" fill="#f2c9ac"/>
<path d="M130 280c-10-150 60-170 110-170s120 20 110 170c-20-70-60-95-110-95s-90 25-110 95z" fill="#26211f"/>
<g fill="#26211f"><circle cx="200" cy="295" r="9"/><circle cx="280" cy="295" r="9"/></g>
<path d="M205 365q35 25 70 0" fill="none" stroke="#a9674d" stroke-width="7" stroke-linecap="round"/></svg>`

/**
 * Creates the demo campus in a database that has none, in one transaction. Returns whether it was
 * created; of several concurrent processes one creates it.
 */
export async function seedDemo(
  db: Db,
  { crowd, now }: { crowd: number; now: Date },
): Promise<boolean> {
  const year = toChinaYear(now)
  const passwords = await Promise.all(demoStaff.map(({ secret }) => hashPassword(secret)))
  const [photo, papers] = await Promise.all([renderPortrait(), renderApplicationPictures()])
  return db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('demo')
      .values({ id: 1, year })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) {
      await shiftDemoToCurrentYear(tx, { year, now })
      if (await areCataloguesEmpty(tx)) await seedCatalogues(tx, new Map())
      await seedMissingTermData(tx, now)
      await seedEvaluationPeriods(tx, now)
      await seedResidents(tx, now)
      await seedRooms(tx)
      await seedOfficeAccounts(tx, now)
      await seedCounsellorClasses(tx)
      await seedCalendar(tx)
      await seedGuide(tx, now)
      await seedDemoEnglishNames(tx)
      await nameSchool(tx)
      return false
    }
    const random = createSeededRandom(20_190_901)
    const students = [
      ...demoStudents.map((one) => studentOf(one, year)),
      ...generateDemoStudents(crowd, { year, random }),
    ]
    await insertInBatches(students, (part) => tx.insertInto('student').values(part).execute())
    const staff = demoStaff.map((one, index) => ({
      code: one.number,
      id: `U${one.number}`,
      name: one.name,
      department: one.department,
      post: one.post,
      password_hash: passwords[index] ?? '',
    }))
    await tx.insertInto('staff').values(staff).execute()
    await seedTimetables(tx, { classes: new Set(students.map((one) => one.class_name)), year })
    await seedTermData(tx, { students, now })
    await fillFinishedStudent(tx, { year, now })
    await fillTravel(tx, { students, year, now, random })
    await seedCharges(tx, { students, year, now })
    const everybodyElse = students.slice(demoStudents.length)
    await seedGreenChannelApplications(tx, {
      crowd: everybodyElse,
      papers,
      year,
      now,
      random: createSeededRandom(20_200_901),
    })
    await seedStudentForms(tx, { students: students.slice(demoStudents.length), now, random })
    await seedFinishedForms(tx, { now, photo })
    await seedResidents(tx, now)
    await seedRooms(tx)
    await seedOfficeAccounts(tx, now)
    await seedCounsellorClasses(tx)
    await seedCalendar(tx)
    await seedGuide(tx, now)
    await seedDemoEnglishNames(tx)
    await nameSchool(tx)
    return true
  })
}

/** Sets the school's English name; its Chinese name comes from the settings. */
const nameSchool = (tx: Db) =>
  tx
    .insertInto('school')
    .values({ id: 'school', name: '', name_en: 'Example University', install_name: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

function studentOf(one: DemoStudent, year: number): StudentRow {
  const major = DEMO_MAJORS[one.major] ?? DEMO_MAJORS[0]
  const entry = year - one.yearsAgo
  const isNew = one.how === 'exam'
  return {
    code: `S${one.number}`,
    number: isNew ? null : one.number,
    exam_number: isNew ? one.number : null,
    id_card: one.secret,
    id_type: 'resident',
    name: one.name,
    gender: one.gender,
    phone: `138${one.number}01`,
    major: major.name,
    major_code: major.code,
    department: major.department,
    class_name: formatClassName(major.name, entry),
    entry_year: String(entry),
    grade: String(entry),
    enrolment: one.enrolment,
    type: isNew ? '1' : '2',
    status: '在籍',
    checked_in_at: null,
    withdrawn_at: null,
  }
}

/** Student 990002 has completed everything: check-in, a room, all steps. */
async function fillFinishedStudent(
  tx: Db,
  { year, now }: { year: number; now: Date },
): Promise<void> {
  const code = 'S990002'
  await tx.updateTable('student').set({ checked_in_at: now }).where('code', '=', code).execute()
  await tx
    .insertInto('dorm_place')
    .values({
      student_code: code,
      type_name: '四人间',
      building: '紫荆苑3号楼',
      room: '412',
      bed: '2',
    })
    .execute()
  const steps = await tx.selectFrom('flow_step').select('id').execute()
  await tx
    .insertInto('step_done')
    .values(steps.map(({ id }) => ({ student_code: code, step_id: id, done_at: now })))
    .execute()
  await tx
    .insertInto('travel')
    .values([buildTravelRow(code, { year, now }), buildTravelRow('S990005', { year, now })])
    .execute()
  await tx
    .insertInto('step_done')
    .values({ student_code: 'S990005', step_id: 2, done_at: now })
    .execute()
}

const buildTravelRow = (
  code: string,
  { year, now, city = DEMO_CITIES[0] }: { year: number; now: Date; city?: string },
) => ({
  student_code: code,
  step: '2',
  start_city: city,
  start_date: `${year}-08-30`,
  arrival_date: `${year}-08-31`,
  arrival_time: '14:30',
  mode: '火车',
  companions: '1',
  remark: '和家人一起到校',
  open: true,
  version: 1,
  updated_at: now,
})

type Crowd = { students: readonly StudentRow[]; year: number; now: Date; random: () => number }

async function fillTravel(tx: Db, { students, year, now, random }: Crowd): Promise<void> {
  const some = students
    .slice(demoStudents.length)
    .filter(({ type }) => type === '1' && random() < 0.6)
  const rows = some.map(({ code }) => ({
    ...buildTravelRow(code, { year, now, city: pickRandomItem(DEMO_CITIES, random) }),
    open: random() < 0.5,
  }))
  await insertInBatches(rows, (part) => tx.insertInto('travel').values(part).execute())
}

/** The portrait of the demo's finished student: a drawing, so that it shows no real person. */
const renderPortrait = (): Promise<Buffer> =>
  sharp(Buffer.from(PORTRAIT_SVG)).jpeg({ quality: 85 }).toBuffer()
