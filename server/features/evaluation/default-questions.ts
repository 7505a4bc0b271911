import type { Db } from '../../platform/database/db.ts'

const QUESTIONS = [
  '教师备课充分，内容熟练',
  '讲课条理清楚，重点突出',
  '内容充实，联系实际',
  '语言清晰，板书或课件规范',
  '善于启发，课堂互动良好',
  '按时上下课，遵守教学纪律',
  '作业适量，批改认真',
  '耐心答疑，关心学生',
  '教材与参考资料合适',
  '通过这门课有所收获',
]

/**
 * Inserts the default questions of the evaluation into a new database; a school can change them.
 */
export async function insertDefaultQuestions(db: Db): Promise<void> {
  if ((await db.selectFrom('evaluation_question').select('id').executeTakeFirst()) !== undefined)
    return
  await db
    .insertInto('evaluation_question')
    .values(
      QUESTIONS.map((content, index) => ({ id: String(index + 1), position: index + 1, content })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
