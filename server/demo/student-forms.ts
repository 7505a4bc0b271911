import { savePersonalDetails, saveHousehold } from '../features/family/public.ts'
import { findSupplyPackageNames, saveReservation } from '../features/living-supplies/public.ts'
import { recordPhotoConsent, storePhoto } from '../features/photo/public.ts'
import { findUniformOffer, withUniformNames, saveUniformOrder } from '../features/uniform/public.ts'
import type { Db } from '../platform/database/db.ts'
import type { HouseholdMember, StudentRow } from '../platform/database/schema/schema.ts'
import { DEMO_CITIES } from './campus.ts'
import {
  DEMO_COLOURS,
  DEMO_DORM_TYPES,
  seedCatalogues,
  DEMO_GARMENTS,
  formatSizeId,
} from './catalogues.ts'
import { pickRandomItem } from './crowd.ts'
import { insertInBatches } from './insert-in-batches.ts'

const FINISHED = 'S990002'
// The origin of the generated forms, which look like imported ones.
const writer = { origin: 'import', by: '' } as const
const MEMBERS: HouseholdMember[] = [
  {
    name: '李建国',
    relation: '1',
    phone: '13812340001',
    idNumber: '110101197503120037',
    job: '工程师',
    workplace: '东莞市机械厂',
  },
  {
    name: '陈秀兰',
    relation: '2',
    phone: '13812340002',
    idNumber: '110101197607080024',
    job: '教师',
    workplace: '东莞市第一小学',
  },
]

type Crowd = { students: readonly StudentRow[]; now: Date; random: () => number }

/**
 * Inserts the catalogues, and plausible choices of the generated students. The known students get
 * no choices.
 */
export async function seedStudentForms(tx: Db, { students, now, random }: Crowd): Promise<void> {
  const some = (part: number) =>
    students.filter(({ type }) => type === '1' && random() < part).map(({ code }) => code)
  const choices = some(0.5).map((code) => ({
    code,
    type: pickRandomItem(DEMO_DORM_TYPES, random).id,
  }))
  const taken = new Map<string, number>()
  for (const { type } of choices) taken.set(type, (taken.get(type) ?? 0) + 1)
  // The finished student has a bed too, so one more bed is taken.
  taken.set('2', (taken.get('2') ?? 0) + 1)
  await seedCatalogues(tx, taken)
  const kept = choices.map(({ code, type }) => ({
    student_code: code,
    type_id: type,
    chosen_at: now,
    held_until: null,
  }))
  await insertInBatches(kept, (part) => tx.insertInto('dorm_choice').values(part).execute())
  const families = some(0.7)
  await insertInBatches(
    families.map((code) => ({
      ...householdOf(code, { now, city: pickRandomItem(DEMO_CITIES, random) }),
    })),
    (part) => tx.insertInto('household').values(part).execute(),
  )
  const dressed = some(0.4)
  const orders = dressed.map((code) => ({
    student_code: code,
    colour_id: pickRandomItem(DEMO_COLOURS, random).id,
    remark: '',
    version: 1,
    updated_at: now,
  }))
  await insertInBatches(orders, (part) => tx.insertInto('uniform_order').values(part).execute())
  const lines = dressed.flatMap((code) =>
    DEMO_GARMENTS.map(({ id, sizes }) => ({
      student_code: code,
      garment_id: id,
      // The largest size is out of stock, so no student has chosen it.
      size_id: formatSizeId(id, Math.floor(random() * (sizes.length - 1))),
    })),
  )
  await insertInBatches(lines, (part) => tx.insertInto('uniform_line').values(part).execute())
  const done = [
    ...families.map((code) => ({ student_code: code, step_id: 1, done_at: now })),
    ...choices.map(({ code }) => ({ student_code: code, step_id: 3, done_at: now })),
    ...dressed.map((code) => ({ student_code: code, step_id: 4, done_at: now })),
  ]
  await insertInBatches(done, (part) => tx.insertInto('step_done').values(part).execute())
}

const householdOf = (code: string, { now, city }: { now: Date; city: string }) => ({
  student_code: code,
  step: '1',
  phone: '13800000000',
  native_place: city,
  origin_place: city,
  household_type: '1',
  willing: false,
  members: JSON.stringify(MEMBERS),
  version: 1,
  updated_at: now,
})

/**
 * Inserts the forms of student 990002: family, details, dormitory type, uniform (handed out),
 * living supplies, portrait.
 */
export async function seedFinishedForms(
  tx: Db,
  { now, photo }: { now: Date; photo: Buffer },
): Promise<void> {
  const student = FINISHED
  const household = {
    student,
    step: '1',
    phone: '13899000201',
    nativePlace: DEMO_CITIES[0],
    originPlace: DEMO_CITIES[0],
    householdType: '1',
    willing: true,
    members: MEMBERS,
  }
  await saveHousehold(tx, { payload: household, student, version: 1, writer, now })
  const members = [{ name: '李建国', relation: '001', phone: '13812340001' }]
  const details = {
    student,
    name: '李明轩',
    wechat: 'limingxuan_02',
    email: 'limingxuan@example.edu',
    phone: '13899000201',
    code: '',
    members,
  }
  await savePersonalDetails(tx, { payload: details, student, version: 1, writer, now })
  await tx
    .insertInto('dorm_choice')
    .values({ student_code: student, type_id: '2', chosen_at: now, held_until: null })
    .execute()
  const lines = new Map(DEMO_GARMENTS.map(({ id }) => [id, formatSizeId(id, 2)]))
  const order = withUniformNames(await findUniformOffer(tx), {
    student,
    colour: '1',
    remark: '',
    lines,
  })
  await saveUniformOrder(tx, { payload: order, student, version: 1, writer, now })
  await tx
    .updateTable('uniform_order')
    .set({ received: '1' })
    .where('student_code', '=', student)
    .execute()
  const packages = await findSupplyPackageNames(tx, ['1', '3', '5'])
  await saveReservation(tx, {
    payload: { student, step: '7', packages },
    student,
    version: 1,
    writer,
    now,
  })
  await recordPhotoConsent(tx, student, now)
  await storePhoto(tx, { student, bytes: photo, now })
}
