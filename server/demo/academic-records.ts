import { sql } from 'kysely'
import { addSeconds, toChinaDay, DAY_SECONDS } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import type { GradeRow, StudentRow } from '../platform/database/schema/schema.ts'
import { hashPassword } from '../platform/sessions/password.ts'
import { pickRandomItem } from './crowd.ts'
import { insertInBatches } from './insert-in-batches.ts'

const COURSES = [
  [
    '高等数学（上）:5',
    '大学英语（一）:3',
    '线性代数:3',
    '程序设计基础:4',
    '思想道德与法治:3',
    '体育（一）:1',
    '军事理论:2',
  ],
  [
    '高等数学（下）:5',
    '大学英语（二）:3',
    '大学物理:4',
    '面向对象程序设计:4',
    '中国近现代史纲要:3',
    '体育（二）:1',
    '物理实验:1.5',
  ],
  [
    '数据结构:4',
    '离散数学:3',
    '概率论与数理统计:3',
    '大学英语（三）:3',
    '马克思主义基本原理:3',
    '体育（三）:1',
    '电路与电子学:3',
  ],
  [
    '操作系统:4',
    '计算机组成原理:4',
    '数据库系统:3',
    '大学英语（四）:3',
    '体育（四）:1',
    '数值分析:2',
    '专业实习:2',
  ],
  ['计算机网络:4', '编译原理:3', '软件工程:3', '人工智能导论:2', '职业规划:1', '信息安全:2'],
  ['分布式系统:3', '机器学习:3', '移动应用开发:2', '创新创业基础:2', '课程设计:2', '形势与政策:2'],
] as const
const WORD_GRADES = ['优', '良', '中', '及格'] as const
// The known continuing student of the demo fails two of these courses, to show how a failed course
// looks.
const FIXED_SCORES: Readonly<Record<string, string>> = {
  大学物理: '52',
  线性代数: '59',
  程序设计基础: '96',
  操作系统: '88',
  军事理论: '优',
}
const CONTINUING_STUDENT = 'S880001'

type Term = { label: string; first_monday: string; weeks: number }

/**
 * Inserts grades of all students with a student number, for all terms that have ended since the
 * student's entry.
 */
export async function seedGrades(
  tx: Db,
  { students, now, random }: { students: readonly StudentRow[]; now: Date; random: () => number },
): Promise<void> {
  const ended = (await tx.selectFrom('term').selectAll().orderBy('first_monday').execute()).filter(
    hasEnded(now),
  )
  const rows = students.flatMap((student) =>
    student.number === null
      ? []
      : ended
          .filter(({ label }) => label.slice(0, 4) >= student.entry_year)
          .flatMap(({ label }, index) => gradesIn(label, { student: student.code, index, random })),
  )
  await insertInBatches(rows, (part) => tx.insertInto('grade').values(part).execute())
}

const hasEnded = (now: Date) => {
  const today = Date.parse(toChinaDay(now))
  return ({ first_monday, weeks }: Term) =>
    Date.parse(first_monday) + weeks * 7 * 86_400_000 <= today
}

const gradesIn = (
  term: string,
  { student, index, random }: { student: string; index: number; random: () => number },
): GradeRow[] =>
  (COURSES[index % COURSES.length] ?? COURSES[0]).map((one) => {
    const [course = '', credit = ''] = one.split(':')
    const picked =
      random() < 0.15
        ? pickRandomItem(WORD_GRADES, random)
        : String(50 + Math.floor(random() ** 0.5 * 50))
    const score = student === CONTINUING_STUDENT ? (FIXED_SCORES[course] ?? picked) : picked
    return { student_code: student, term, course, score, credit }
  })

/**
 * Inserts the courses that each class evaluates, which are the courses of its timetable. Teachers
 * with an account are referenced by their work number.
 */
export const seedTaughtCourses = (tx: Db) =>
  sql`insert into taught_course (id, class_name, term, course, teacher, teacher_code)
    select distinct md5(class_name || '|' || term || '|' || course || '|' || teacher), class_name, term, course, teacher,
      coalesce((select min(code) from staff where staff.name = lesson.teacher), '')
    from lesson on conflict do nothing`.execute(tx)

/**
 * Inserts the evaluation periods: that of the current term is open, that of the previous term is
 * closed, so that there are results.
 */
export const seedEvaluationPeriods = (tx: Db, now: Date) =>
  sql`insert into evaluation_period (id, term, opens_at, closes_at)
    select 'demo-' || first_monday, label, first_monday::timestamp at time zone 'Asia/Shanghai',
      coalesce(next_monday, first_monday + 210)::timestamp at time zone 'Asia/Shanghai'
    from (select label, first_monday, lead(first_monday) over (order by first_monday) as next_monday from term) as terms
    where first_monday <= ${toChinaDay(now)}::date order by first_monday desc limit 2
    on conflict do nothing`.execute(tx)

/**
 * Inserts evaluations of the demo's known student, for some courses of this term and of the
 * previous term. Together these courses show all four states.
 */
export async function seedEvaluations(tx: Db, now: Date): Promise<void> {
  const today = toChinaDay(now)
  const [current, former] = await tx
    .selectFrom('term')
    .select('label')
    .where('first_monday', '<=', today)
    .orderBy('first_monday', 'desc')
    .limit(2)
    .execute()
  const courses = await tx
    .selectFrom('taught_course')
    .innerJoin('student', 'student.class_name', 'taught_course.class_name')
    .select(['taught_course.id', 'term'])
    .where('student.code', '=', CONTINUING_STUDENT)
    .where('term', 'in', [current?.label ?? '', former?.label ?? ''])
    .orderBy('course')
    .execute()
  const questions = await tx
    .selectFrom('evaluation_question')
    .select('id')
    .orderBy('position')
    .execute()
  const done = [
    ...courses.filter(({ term }) => term === current?.label).slice(0, 3),
    ...courses.filter(({ term }) => term === former?.label).slice(2),
  ]
  const { opens_at: opened = now } =
    (await tx
      .selectFrom('evaluation_period')
      .select('opens_at')
      .where('term', '=', former?.label ?? '')
      .executeTakeFirst()) ?? {}
  const evaluations = done.map(({ id, term }) => ({
    student_code: CONTINUING_STUDENT,
    course_id: id,
    saved_at: term === current?.label ? now : addSeconds(opened, WEEKS_LATER),
  }))
  const scores = done.flatMap(({ id }, course) =>
    questions.map((question, index) => ({
      student_code: CONTINUING_STUDENT,
      course_id: id,
      question_id: question.id,
      score: 7 + ((course + index) % 4),
    })),
  )
  if (scores.length === 0) return
  await tx
    .insertInto('evaluation')
    .values(evaluations)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('evaluation_score')
    .values(scores)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await fillCohortEvaluations(tx, {
    term: former?.label ?? '',
    at: addSeconds(opened, WEEKS_LATER),
  })
}

const WEEKS_LATER = 15 * 7 * DAY_SECONDS

// All students have evaluated two courses of the previous term; small classes have too few answers
// to be shown.
async function fillCohortEvaluations(
  tx: Db,
  { term, at }: { term: string; at: Date },
): Promise<void> {
  const points = sql`6 + (hashtext(evaluation.student_code || course_id || question.id) & 1023) % 5`
  await sql`
    insert into evaluation (student_code, course_id, saved_at)
    select student.code, course.id, ${at}
    from taught_course as course join student using (class_name)
    where term = ${term} and course.course in ('离散数学', '高等数学')
      and student.number is not null and student.code <> ${CONTINUING_STUDENT}
    on conflict do nothing`.execute(tx)
  await sql`
    insert into evaluation_score (student_code, course_id, question_id, score)
    select student_code, course_id, question.id, ${points}
    from evaluation join taught_course as course on course.id = course_id
    cross join evaluation_question as question
    where course.term = ${term} and student_code <> ${CONTINUING_STUDENT}
    on conflict do nothing`.execute(tx)
}

/** Sets the account passwords of the known students: `campus-` and their number. */
export async function seedPasswords(tx: Db, students: readonly StudentRow[]): Promise<void> {
  const rows = await Promise.all(
    students.map(async ({ code, number, exam_number }) => ({
      student_code: code,
      password_hash: await hashPassword(`campus-${number ?? exam_number ?? ''}`),
    })),
  )
  await tx.insertInto('student_password').values(rows).execute()
}
