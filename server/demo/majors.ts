import type { Db } from '../platform/database/db.ts'
import type { MajorRow } from '../platform/database/schema/schema.ts'

type ListedMajor = readonly [code: string, name: string, kind: MajorRow['kind']]

// The departments with their majors, which include the majors of `campus.ts` with the same codes.
const DEPARTMENTS: Readonly<Record<string, readonly ListedMajor[]>> = {
  信息学院: [
    ['080901', '计算机科学与技术', 'science'],
    ['080902', '软件工程', 'science'],
    ['080703', '通信工程', 'science'],
  ],
  建筑工程学院: [
    ['081001', '土木工程', 'science'],
    ['082801', '建筑学', 'science'],
  ],
  文学院: [
    ['050101', '汉语言文学', 'liberal'],
    ['050301', '新闻学', 'liberal'],
  ],
  医学院: [
    ['100201', '临床医学', 'science'],
    ['101101', '护理学', 'science'],
  ],
  国际学院: [
    ['020401', '国际经济与贸易', 'liberal'],
    ['050201', '英语', 'liberal'],
  ],
  理学院: [
    ['070101', '数学与应用数学', 'science'],
    ['070201', '物理学', 'science'],
  ],
  艺术学院: [
    ['130502', '视觉传达设计', 'arts'],
    ['130201', '音乐表演', 'arts'],
  ],
}

const REASON =
  '我从中学起就对建筑与结构感兴趣，参加过学校的模型社团，也读过几本相关的入门书。入学以后，我旁听了建筑学的两门课程，' +
  '认真完成了课后的练习，更加确定这是我想学的方向。我了解转专业以后需要补修的课程，已经安排好了补修计划，' +
  '愿意为此多付出时间和精力，恳请学院批准我的申请。'

/** Inserts the majors of the demo campus, and a refused application for a transfer. */
export async function seedMajors(tx: Db, now: Date): Promise<void> {
  const names = Object.keys(DEPARTMENTS)
  const idOf = (name: string) => String(names.indexOf(name) + 1).padStart(2, '0')
  await tx
    .insertInto('department')
    .values(names.map((name) => ({ id: idOf(name), name })))
    .execute()
  const majors = Object.entries(DEPARTMENTS).flatMap(([name, list]) =>
    list.map(([code, major, kind]) => ({ code, name: major, department_id: idOf(name), kind })),
  )
  await tx.insertInto('major').values(majors).execute()
  await tx
    .insertInto('major_transfer')
    .values({
      id: 'demo-transfer-990002',
      student_code: 'S990002',
      old_department: '建筑工程学院',
      old_major: '土木工程',
      old_class: '土木工程1班',
      new_major: '082801',
      reason: REASON,
      status: '2',
      applied_at: now,
    })
    .execute()
}
