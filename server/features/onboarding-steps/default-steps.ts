import type { Db } from '../../platform/database/db.ts'

const STEPS = [
  {
    id: 1,
    title: '个人与家庭信息',
    page: 'personalinformation',
    skippable: false,
    needs_dorm: false,
  },
  { id: 2, title: '到校信息', page: 'schoolInformation', skippable: true, needs_dorm: false },
  { id: 3, title: '选择宿舍类型', page: 'selectdorm', skippable: false, needs_dorm: true },
  {
    id: 4,
    title: '军训服装',
    page: 'militaryTrainingClothing',
    skippable: true,
    needs_dorm: false,
  },
  { id: 5, title: '缴费信息', page: 'onlinefee', skippable: false, needs_dorm: false },
  { id: 6, title: '缴费明细', page: 'checkin', skippable: false, needs_dorm: false },
  { id: 7, title: '生活用品', page: 'livinguse', skippable: true, needs_dorm: false },
]

/** Inserts the default steps (D-116) into a new database; a school can change them. */
export async function insertDefaultSteps(db: Db): Promise<void> {
  if ((await db.selectFrom('flow_step').select('id').executeTakeFirst()) !== undefined) return
  await db
    .insertInto('flow_step')
    .values(STEPS)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
