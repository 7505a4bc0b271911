import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toChinaYear } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'
import { DEMO_USER_BY_ROLE } from '../support/backend/permissions-table.ts'
import { enrolStudent } from '../support/backend/students.ts'

let backend: Backend
let office: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs(DEMO_USER_BY_ROLE.administrator)
  await backend.db
    .insertInto('application')
    .values([
      { ...entry(9001, '研究生专用'), show: '0' },
      { ...entry(9002, '本科新生专用'), new_undergraduates_only: true },
    ])
    .execute()
})
afterAll(() => backend.close())

const entry = (id: number, title: string) => ({
  id,
  title,
  address: '/advice',
  icon: '',
  menu: '1',
  label: '状态',
  on_home: true,
  in_all: true,
  new_undergraduates_only: false,
  show: '1',
})

const LEVEL = {
  order: '50',
  nameEn: '',
  aliases: '',
  studentKind: 'other',
  livesInDorm: '1',
  skippedSteps: '',
}
const saveLevel = async (values: Record<string, string>, over: object = {}) =>
  (
    await office.post('/api/manage/levels/save', {
      id: '',
      version: '',
      values: { ...LEVEL, ...values },
      ...over,
    })
  ).body
const findLevel = async (id: string) =>
  (await office.post('/api/manage/levels/list', { find: '', after: '', id })).body.data[0]

/** Enrols a new student of a level, with a phone's answers to what depends on the level. */
async function enrolAs(level: string) {
  const student = await enrolStudent(backend)
  const { code, exam_number: stuNumber, id_card: idCard } = student
  await backend.db
    .updateTable('student')
    .set({ enrolment: level, checked_in_at: backend.clock.now() })
    .where('code', '=', code)
    .execute()
  const found = (await backend.post('/api/binding/findstu', { stuNumber, idCard, openId: '' })).body
  const post = (path: string, body: object) =>
    backend.post(path, body, { authorization: found.token }).then((answer) => answer.body)
  const steps = await post('/api/proces/findProcess', { stuCode: code, enrollType: '' })
  const apps = await post('/wx/app/selectAllApp', {
    appId: 'baodao',
    type: '1',
    status: '0',
    startTime: '2026-01-01 00:00:00',
    menu: '1',
  })
  return {
    code,
    wire: found.results.enrollType,
    pages: steps.results.map(({ urlName }: { urlName: string }) => urlName),
    countdown: (await post('/api/dormitoryType/queryTime', { stuCode: code, processId: 3 }))
      .results,
    dorms: (await post('/api/dormitoryType/stuDormitoryType', { stuCode: code })).results?.length,
    transfer: (await post('/api/changeMajor/findStuInfo', { stuCode: code, deptIdNew: '' })).code,
    apps: apps.applicationList.map(({ title }: { title: string }) => title),
  }
}

describe('what phones are told of a level', () => {
  test('the two levels of the specification keep their values and their rules', async () => {
    const under = await enrolAs('2')
    expect(under).toMatchObject({ wire: '2', countdown: 0, transfer: '0' })
    expect(under.pages).toContain('selectdorm')
    expect(under.apps).toContain('本科新生专用')
    expect(under.apps).not.toContain('研究生专用')
    const post = await enrolAs('1')
    expect(post).toMatchObject({ wire: '1', countdown: -1, transfer: '-1' })
    expect(post.pages).not.toContain('selectdorm')
    expect(post.apps).toContain('研究生专用')
    expect(post.apps).not.toContain('本科新生专用')
  })

  test('a level of the campus that lives in a dormitory needs a bed, cannot change its major, and lacks the steps that it skips', async () => {
    expect(
      await saveLevel({ name: '少数民族预科', skippedSteps: 'militaryTrainingClothing,livinguse' }),
    ).toMatchObject({ code: '0', id: '少数民族预科' })
    const found = await enrolAs('少数民族预科')
    expect(found).toMatchObject({ wire: '3', countdown: 0, transfer: '-1' })
    expect(found.pages).toContain('selectdorm')
    expect(found.pages).not.toContain('militaryTrainingClothing')
    expect(found.pages).not.toContain('livinguse')
    expect(found.apps).not.toContain('本科新生专用')
    expect(found.apps).not.toContain('研究生专用')
  })

  test('a level without a dormitory is told as the specification’s postgraduates, without their entries', async () => {
    await saveLevel({ name: '联合培养', livesInDorm: '0' })
    const found = await enrolAs('联合培养')
    expect(found).toMatchObject({ wire: '1', countdown: -1 })
    expect(found.pages).not.toContain('selectdorm')
    expect(found.apps).not.toContain('研究生专用')
  })

  test('postgraduates who live in a dormitory need a bed and see the entries for postgraduates', async () => {
    await saveLevel({ name: '住校硕士', studentKind: 'postgraduate' })
    const found = await enrolAs('住校硕士')
    expect(found).toMatchObject({ wire: '3', countdown: 0, transfer: '-1' })
    expect(found.apps).toContain('研究生专用')
  })

  test('the progress of steps counts a student only in the steps of the student’s level', async () => {
    const counts = async () => {
      const said = await office.post('/api/manage/progress/steps', {
        cohort: 'new',
        department: '',
        building: '',
      })
      return new Map<string, string>(
        said.body.data.map((one: { title: string; expected: string }) => [
          one.title,
          String(one.expected),
        ]),
      )
    }
    await saveLevel({ name: '专升本', skippedSteps: 'militaryTrainingClothing' })
    const { title } = await backend.db
      .selectFrom('flow_step')
      .select('title')
      .where('page', '=', 'militaryTrainingClothing')
      .executeTakeFirstOrThrow()
    const before = await counts()
    await enrolAs('专升本')
    const after = await counts()
    expect(after.get(title)).toBe(before.get(title))
    expect([...after].filter(([name, n]) => before.get(name) !== n).length).toBe(after.size - 1)
  })
})

describe('the catalogue of levels', () => {
  test('undergraduates who live elsewhere, and a name of another level, are refused with a sentence', async () => {
    const wrong = await saveLevel({ name: '走读', studentKind: 'undergraduate', livesInDorm: '0' })
    expect(JSON.stringify(wrong)).toContain('类别为本科的学生须住学校宿舍')
    expect((await saveLevel({ name: '硕士' })).msg).toContain('已属于“研究生”')
    expect((await saveLevel({ name: '进修', aliases: '旁听、本科生' })).msg).toContain('本科')
  })

  test('a level that students have stays in use, and is withdrawn once nobody has it', async () => {
    await saveLevel({ name: '第二学士学位' })
    const { code } = await enrolAs('第二学士学位')
    const withdraw = async () =>
      (
        await office.post('/api/manage/levels/withdraw', {
          id: '第二学士学位',
          version: (await findLevel('第二学士学位')).version,
          reason: '停招',
        })
      ).body
    expect((await withdraw()).msg).toContain('有 1 名学生')
    await backend.db
      .updateTable('student')
      .set({ enrolment: '2' })
      .where('code', '=', code)
      .execute()
    expect(await withdraw()).toMatchObject({ code: '0' })
    const fee = {
      item: '学费',
      itemEn: '',
      year: '2031',
      enrolment: '第二学士学位',
      amount: '9000.00',
    }
    const refused = await office.post('/api/manage/feeItems/save', {
      id: '',
      version: '',
      values: fee,
    })
    expect(refused.body.msg).toContain('没有这种学生类型')
  })

  test('a renamed level keeps its students, and its old name can be given again', async () => {
    await saveLevel({ name: '高职' })
    const { code } = await enrolAs('高职')
    const { version, values } = await findLevel('高职')
    await saveLevel({}, { id: '高职', version, values: { ...values, name: '高职专科' } })
    expect((await saveLevel({ name: '高职扩招', aliases: '高职生' })).code).toBe('0')
    expect((await saveLevel({ name: '高职' })).msg).toContain('高职专科')
    const kept = await backend.db
      .selectFrom('student')
      .select('enrolment')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    expect(kept.enrolment).toBe('高职')
  })
})

describe('imports with the campus’s levels', () => {
  test('a file gives a level no name of another level, nor one name to two levels, and other names can move within a file', async () => {
    const imports = createImportRunner(backend)
    const level = { 类别: '其他', 住学校宿舍: '是' }
    const wrong = await imports.dryRun('student-levels', [
      { ...level, 学生类型: '硕士' },
      { ...level, 学生类型: '进修', 其他叫法: '旁听、本科生' },
      { ...level, 学生类型: '交流', 其他叫法: '交换' },
      { ...level, 学生类型: '交换' },
    ])
    expect(wrong.refused).toEqual([
      ['学生类型', '这个名称或叫法已属于“研究生”'],
      ['其他叫法', '这个名称或叫法已属于“本科”'],
      ['整行', '学生类型 交换 与第4行重复'],
    ])
    expect(wrong.counts).toMatchObject({ added: 1, refused: 3 })
    const bring = async (rows: Parameters<typeof imports.dryRun>[1]) => {
      const { id, refused } = await imports.dryRun('student-levels', rows)
      expect(refused).toEqual([])
      expect(await imports.apply('student-levels', id)).toBe('applied')
    }
    await bring([
      { ...level, 学生类型: '甲类', 其他叫法: '丙类' },
      { ...level, 学生类型: '乙类', 其他叫法: '' },
    ])
    await bring([
      { ...level, 学生类型: '甲类', 其他叫法: '' },
      { ...level, 学生类型: '乙类', 其他叫法: '丙类' },
    ])
  })

  test('a file names a new level as a renamed and withdrawn level was called first', async () => {
    const imports = createImportRunner(backend)
    await saveLevel({ name: '短期' })
    const { version, values } = await findLevel('短期')
    await saveLevel({}, { id: '短期', version, values: { ...values, name: '短期交流' } })
    const file = [{ 学生类型: '短期', 类别: '其他', 住学校宿舍: '是' }]
    expect((await imports.dryRun('student-levels', file)).refused).toEqual([
      ['学生类型', '这个名称或叫法已属于“短期交流”'],
    ])
    const renamed = await findLevel('短期')
    await office.post('/api/manage/levels/withdraw', {
      id: '短期',
      version: renamed.version,
      reason: '停招',
    })
    const { id, refused } = await imports.dryRun('student-levels', file)
    expect(refused).toEqual([])
    expect(await imports.apply('student-levels', id)).toBe('applied')
    expect((await findLevel('短期-2')).values.name).toBe('短期')
  })

  test('levels are imported, students of a level by any of its names, fees by level, and charges take the level’s amount', async () => {
    const office_ = createImportRunner(backend)
    const year = String(toChinaYear(backend.clock.now()))
    const bring = async (kind: string, rows: Parameters<typeof office_.dryRun>[1]) => {
      const done = await office_.dryRun(kind, rows)
      expect([done.problem, done.refused]).toEqual(['', []])
      expect(await office_.apply(kind, done.id)).toBe('applied')
      return done
    }
    await bring('student-levels', [
      {
        学生类型: '国际预科',
        类别: '其他',
        住学校宿舍: '是',
        无需办理的步骤: '军训服装、生活用品',
        其他叫法: '国际生预科',
      },
    ])
    expect((await findLevel('国际预科')).values).toMatchObject({
      skippedSteps: 'livinguse,militaryTrainingClothing',
      aliases: '国际生预科',
    })
    await bring('students', [
      {
        考生号: 'LEVEL001',
        姓名: '预科生',
        性别: '女',
        身份证号: '110101200803070023',
        学院: '国际学院',
        专业: '软件工程',
        专业代码: '080902',
        入学年份: year,
        培养层次: '国际生预科',
        新生或在校: '新生',
      },
    ])
    await bring('fee-items', [
      { 年度: year, 项目: '学费', 培养层次: '国际预科', 金额: '7000' },
      { 年度: year, 项目: '学费', 培养层次: '', 金额: '5000' },
    ])
    await bring('least-fees', [{ 年度: year, 培养层次: '国际预科', 最低金额: '300' }])
    await bring('charges', [{ 学号或考生号: 'LEVEL001', 年度: year, 项目: '学费' }])
    const { enrolment, due_fen } = await backend.db
      .selectFrom('charge')
      .innerJoin('student', 'student.code', 'charge.student_code')
      .select(['enrolment', 'due_fen'])
      .where('exam_number', '=', 'LEVEL001')
      .executeTakeFirstOrThrow()
    expect([enrolment, due_fen]).toEqual(['国际预科', 700_000])
    const unknown = await office_.dryRun('least-fees', [
      { 年度: year, 培养层次: '小学', 最低金额: '300' },
    ])
    expect(unknown.refused).toEqual([
      ['培养层次', expect.stringMatching(/^只能填写：本科 \/ 研究生 \/ .*国际预科/)],
    ])
  })
})
