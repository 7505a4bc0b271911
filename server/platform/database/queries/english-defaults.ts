import type { Db } from '../db.ts'

// The English names of the data that this backend inserts into a new database, and of the usual
// fees.
const DEFAULT_ENGLISH_NAMES: Readonly<Record<string, string>> = {
  个人与家庭信息: 'Personal and family',
  到校信息: 'Travel to school',
  选择宿舍类型: 'Dormitory type',
  军训服装: 'Training uniform',
  缴费信息: 'Fees',
  缴费明细: 'Payment details',
  生活用品: 'Living supplies',
  '教师备课充分，内容熟练': 'The teacher is well prepared and knows the subject',
  '讲课条理清楚，重点突出': 'The lessons are well structured, with clear main points',
  '内容充实，联系实际': 'The content is rich and close to practice',
  '语言清晰，板书或课件规范': 'Speech is clear, the board and slides are tidy',
  '善于启发，课堂互动良好': 'The teacher makes us think and takes part with us',
  '按时上下课，遵守教学纪律': 'Lessons begin and end on time',
  '作业适量，批改认真': 'Homework is of a fair amount and marked with care',
  '耐心答疑，关心学生': 'Questions are answered patiently',
  教材与参考资料合适: 'Textbook and further reading fit',
  通过这门课有所收获: 'I have learnt something in this course',
  学费: 'Tuition',
  住宿费: 'Accommodation',
  教材费: 'Textbooks',
  体检费: 'Medical check',
  军训服装费: 'Training uniform',
}

/** Inserts the English names of the default data into a new database; a school can change them. */
export async function seedEnglishNames(db: Db): Promise<void> {
  if ((await db.selectFrom('english').select('chinese').limit(1).executeTakeFirst()) !== undefined)
    return
  await insertEnglishNames(db, DEFAULT_ENGLISH_NAMES)
}

/** Inserts names; existing ones stay unchanged. */
export async function insertEnglishNames(
  db: Db,
  names: Readonly<Record<string, string>>,
): Promise<void> {
  await db
    .insertInto('english')
    .values(Object.entries(names).map(([chinese, english]) => ({ chinese, english })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
