import assert from 'node:assert'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { Client } from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { validateIdCard } from '#contract/id-card'
import { toChinaDay, toChinaYear } from '#server/platform/clock'
import { travelFormBody } from '../../support/backend/form-bodies.ts'
import { encodeCsv, type CellTable } from '../../support/backend/import-files.ts'
import { postJson } from '../../support/backend/server-process.ts'
import { expectNoConsoleErrors } from '../../support/browser/browser-campus.ts'
import {
  type BrowserPhone,
  launchPhone,
  waitForBriefText,
  waitForOfflineReady,
} from '../../support/browser/chromium.ts'
import {
  type EmptyUniversity,
  readDownload,
  startEmptyUniversity,
} from '../../support/browser/office-screens.ts'
import { installFakeCamera } from '../../support/browser/resident-passes.ts'
import { TEST_TIMEOUT_MS } from '../../support/setup/timeouts.ts'

const YEAR = String(toChinaYear(new Date()))
const STUDENTS = 500
const BUILDINGS = ['云杉楼', '银杏楼'] as const

let university: EmptyUniversity
let server: EmptyUniversity['server']
let screens: EmptyUniversity['screens']
beforeAll(async () => {
  university = await startEmptyUniversity()
  ;({ server, screens } = university)
})
afterAll(() => university.close())

// A season is as long as several tests.
test(
  'a university of 500 new students goes through a season, and its figures agree in the database and in the exports',
  { timeout: 2 * TEST_TIMEOUT_MS },
  async () => {
    const office = await launchPhone({ width: 1280, height: 800 })
    await screens.signInFirst(office.page, 'T0001', await screens.createFirstAdministrator())
    await screens.setUpFactor(office.page)
    for (const role of ['公寓管理', '财务']) await screens.giveRole(office.page, 'T0001', role)
    await importCampus(office.page)
    await setBellSchedule(office.page)
    await importTimetable(office.page)
    await raiseLoans(office.page)
    await allocateBeds(office.page)
    await saveStations(office.page)
    const passwords = await printFirstPasswords(office.page)
    await submitTravelForms()
    await checkAdmissions(office.page)

    const scanners = [
      await openScanner('T2001', passwords),
      await openScanner('T2002', passwords),
    ] as const
    await arrive(office.page, scanners)
    await visitStations(office.page, scanners)
    const counsellor = await followUp(passwords)
    await screens.importFile(
      office.page,
      '学生（新生与在校生）',
      encodeCsv(studentTable({ numbered: true })),
    )
    const passport = await readTimetableOffline()
    const late = await askToArriveLate(counsellor.page)
    const finance = await refundExcess(office.page, passwords)
    await reckon(office.page)
    for (const phone of [office, passport, counsellor, late, finance, ...scanners])
      expectNoConsoleErrors(phone)
  },
)

interface NewStudent {
  readonly number: string
  readonly name: string
  readonly gender: '男' | '女'
  readonly document: string
  readonly type: string
  readonly level: string
  readonly className: string
}

const CLASSES = ['软件2601', '软件2602', '会计2601', '会计2602', '护理2601'] as const
const MAJORS: Readonly<Record<string, readonly [department: string, major: string, code: string]>> =
  {
    软件: ['信息学院', '软件工程', '080902'],
    会计: ['管理学院', '会计学', '120203'],
    护理: ['护理学院', '护理学', '101101'],
  }

/** The students: every tenth has a document other than the resident ID card. */
const students = Array.from({ length: STUDENTS }, (_, nth): NewStudent => {
  const gender = nth % 2 === 0 ? '男' : '女'
  const [type, document] = documentOf(nth)
  return {
    number: `${YEAR}44${String(nth).padStart(8, '0')}`,
    name: `${'赵钱孙李周吴郑王'[nth % 8] ?? ''}${'安宁和顺'[nth % 4] ?? ''}${'一二三四五六七八九十'[Math.floor(nth / 50)] ?? ''}`,
    gender,
    document,
    type,
    level: nth >= 400 ? '少数民族预科' : '本科',
    className: CLASSES[Math.floor(nth / 100)] ?? '',
  }
})

function documentOf(nth: number): readonly [type: string, number: string] {
  if (nth % 50 === 10) return ['护照', `E${String(12_340_000 + nth)}`]
  if (nth % 50 === 20) return ['港澳居民来往内地通行证', `H${String(10_000_000 + nth)}`]
  if (nth % 50 === 30) return ['台湾居民来往大陆通行证', String(20_000_000 + nth)]
  const digits = `11010120080101${String(nth).padStart(3, '0')}`
  const [found = ''] = '0123456789X'
    .split('')
    .filter((check) => validateIdCard(digits + check) === undefined)
  return ['居民身份证', digits + found]
}

/** Half of the men and half of the women have paid everything at the bank. */
const isPaid = (_: NewStudent, nth: number): boolean => nth % 4 < 2

const majorOf = ({ className }: NewStudent) => MAJORS[className.slice(0, 2)] ?? ['', '', '']

const studentNumberOf = (nth: number): string => `${YEAR}${String(nth).padStart(6, '0')}`

const STAFF: CellTable = [
  ['工号', '姓名', '角色', '负责楼栋', '所带班级'],
  ['T2001', '王芳', '宿管', BUILDINGS[0], ''],
  ['T2002', '刘洋', '宿管', BUILDINGS.join('、'), ''],
  ['T5001', '陈静', '辅导员', '', '软件2601、软件2602'],
  ['T6001', '赵敏', '财务', '', ''],
]

/** The file of students. The university gives the student numbers later, by a second file. */
const studentTable = ({ numbered = false } = {}): CellTable => [
  '考生号,学号,姓名,性别,证件类型,身份证号,学院,专业,专业代码,班级,入学年份,培养层次,新生或在校'.split(
    ',',
  ),
  ...students.map((student, nth) => [
    student.number,
    numbered ? studentNumberOf(nth) : '',
    student.name,
    student.gender,
    student.type,
    student.document,
    ...majorOf(student),
    student.className,
    YEAR,
    student.level,
    '新生',
  ]),
]

/** Rooms of four beds for everybody, men in the first building and women in the second. */
const roomTable = (): CellTable => [
  ['楼栋', '房间', '宿舍类型', '床位', '性别'],
  ...BUILDINGS.flatMap((building, of) =>
    Array.from({ length: 64 }, (_, nth) => [
      building,
      `${1 + Math.floor(nth / 16)}${String(1 + (nth % 16)).padStart(2, '0')}`,
      '四人间',
      '4',
      of === 0 ? '男' : '女',
    ]),
  ),
]

const PERIODS = [
  '08:00-08:45',
  '08:50-09:35',
  '09:50-10:35',
  '10:40-11:25',
  '11:30-12:15',
  '13:30-14:15',
  '14:20-15:05',
  '15:20-16:05',
  '16:10-16:55',
  '18:30-19:15',
  '19:20-20:05',
  '20:10-20:55',
]

async function importCampus(page: Page): Promise<void> {
  const bring = (kind: string, table: CellTable) => screens.importFile(page, kind, encodeCsv(table))
  await bring('学生类型与规则', [
    ['学生类型', '类别', '住学校宿舍', '无需办理的步骤'],
    ['少数民族预科', '其他', '是', '军训服装'],
  ])
  await bring('学生（新生与在校生）', studentTable())
  // The counsellor's classes exist since the students were imported.
  await bring('教职工（角色、楼栋与班级）', STAFF)
  await bring('宿舍类型目录', [
    ['类型编号', '类型名称', '每年价格（元）', '名额'],
    ['1', '四人间', '1200', '512'],
  ])
  await bring('宿舍房间与床位', roomTable())
  await bring('应缴费用', [
    ['学号或考生号', '年度', '项目', '应缴金额（元）'],
    ...students.flatMap(({ number }) => [
      [number, YEAR, '学费', '5500'],
      [number, YEAR, '住宿费', '1200'],
    ]),
  ])
  await bring('其他渠道缴费', [
    ['学号或考生号', '年度', '项目', '金额（元）', '缴费日期', '渠道', '凭证号'],
    ...students
      .filter(isPaid)
      .map(({ number }, nth) => [number, YEAR, '', '6700', `${YEAR}-08-20`, '银行', `BANK${nth}`]),
  ])
}

/** Loans of up to 16,000 yuan, from today. */
async function raiseLoans(page: Page): Promise<void> {
  await screens.open(page, 'rules/loan')
  await page.getByLabel('最高金额（元）').fill('16000')
  await page.getByLabel('修改原因').fill('国开行上调')
  await page.getByRole('button', { name: '预览修改' }).click()
  await page.getByRole('button', { name: '保存规则' }).click()
  await page.getByRole('table', { name: '历史' }).getByText('国开行上调').waitFor()
}

/** Beds for everybody, men in the first building and women in the second. */
async function allocateBeds(page: Page): Promise<void> {
  await screens.open(page, 'beds')
  for (const building of BUILDINGS)
    await page.getByRole('checkbox', { name: `${building}（空 256）` }).check()
  await page.getByRole('button', { name: /^没有选择宿舍类型的学生/ }).click()
  await page.getByRole('radio', { name: '安排到余下的床位' }).click()
  await page.getByRole('button', { name: '预览分配' }).click()
  await page.getByRole('button', { name: `确认分配 ${STUDENTS} 个床位` }).click()
  await page.getByText(`已分配 ${STUDENTS} 个床位`).waitFor()
}

/** Two stations: uniforms are handed out after the medical check. */
async function saveStations(page: Page): Promise<void> {
  for (const [order, name, before, staff] of [
    ['1', '体检', '', 'T2001'],
    ['2', '领军训服', '体检', 'T2002'],
  ] as const) {
    await screens.open(page, 'content/stations/new')
    await page.getByLabel('名称', { exact: true }).fill(name)
    await page.getByRole('textbox', { name: '在此之前' }).fill(before)
    await page.getByRole('textbox', { name: '扫码人员' }).fill(staff)
    await page.getByRole('textbox', { name: '顺序' }).fill(order)
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('已保存好').waitFor()
  }
}

/** First passwords for all staff at once, read from the slips that the office prints. */
async function printFirstPasswords(page: Page): Promise<ReadonlyMap<string, string>> {
  await screens.open(page, 'staff/passwords')
  await page.getByRole('button', { name: '生成 4 张密码单' }).click()
  const slips = page.getByRole('listitem').filter({ hasText: '工号' })
  await expect.poll(() => slips.count()).toBe(4)
  const texts = await slips.allInnerTexts()
  return new Map(
    texts.map((text) => [
      /T\d{4}/.exec(text)?.[0] ?? '',
      /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/.exec(text)?.[0] ?? '',
    ]),
  )
}

/** A school day of twelve periods, entered in the console. */
async function setBellSchedule(page: Page): Promise<void> {
  await screens.open(page, 'content/bellSchedules/new')
  await page.getByRole('textbox', { name: '启用日期' }).fill(`${YEAR}-01-01`)
  await page.getByRole('textbox', { name: '每节课的时间' }).fill(PERIODS.join('\n'))
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('已保存好').waitFor()
}

/** A term that began two weeks ago: this week is its third. */
async function importTimetable(page: Page): Promise<void> {
  const monday = toChinaDay(new Date(Date.now() - (14 + weekday()) * 86_400_000))
  const term = `${YEAR}-${Number(YEAR) + 1}学年第一学期`
  await screens.importFile(
    page,
    '学期设置',
    encodeCsv([
      ['学期', '第一周周一', '周数'],
      [term, monday, '16'],
    ]),
  )
  await screens.importFile(page, '校历', encodeCsv(swapTable()))
  await screens.importFile(
    page,
    '教学班名单',
    encodeCsv([
      ['教学班', '学期', '班级', '学号或考生号'],
      ['选修-书法', term, CLASSES[0], ''],
      ['选修-书法', term, '', students[499]?.number ?? ''],
    ]),
  )
  await screens.importFile(
    page,
    '课程安排',
    encodeCsv([
      ['班级', '教学班', '学期', '星期', '节次', '课程', '教室', '教师', '周次', '备注'],
      ...CLASSES.map((name) => [
        name,
        '',
        term,
        '星期一',
        '1-2',
        '大学英语',
        'A101',
        '李强',
        '1-8,10-16周',
        '',
      ]),
      ['', '选修-书法', term, '星期二', '11-12', '书法', 'B202', '张伟、王芳', '3-16', '自带毛笔'],
      [CLASSES[0], '', term, '星期三', '第10节', '双周课', 'B203', '张伟', '双周', ''],
    ]),
  )
  await screens.importFile(
    page,
    '考试与补课安排',
    encodeCsv([
      ['教学班', '学期', '类型', '课程', '日期', '时间', '教室'],
      ['选修-书法', term, '期末考试', '书法', dayIn(5), '14:00-16:00', '明德楼101'],
    ]),
  )
}

const dayIn = (days: number): string => toChinaDay(new Date(Date.now() + days * 86_400_000))

/** This Sunday has the lessons of Tuesday of the third week, this week. */
const swapTable = (): CellTable => {
  const sunday = toChinaDay(new Date(Date.now() + (6 - weekday()) * 86_400_000))
  return [
    ['开始日期', '结束日期', '事项', '按哪天上课'],
    [sunday, sunday, '调课', '第3周周二'],
  ]
}

/** The days since Monday in China. */
const weekday = (): number => (new Date(`${toChinaDay(new Date())}T00:00:00Z`).getUTCDay() + 6) % 7

/** A student with a passport signs in and reads the timetable without a network. */
async function readTimetableOffline(): Promise<BrowserPhone> {
  const phone = await launchPhone()
  const { page, setOffline } = phone
  const student = students[10]
  assert(student?.type === '护照')
  await signInStudent(page, { ...student, document: student.document.toLowerCase() })
  await page.goto(`${server.url}/searchcourse/${studentNumberOf(10)}`)
  const lessons = page.getByRole('table').getByRole('button', { name: /书法/ })
  const lesson = lessons.first()
  await lesson.waitFor()
  // Tuesday's, and Sunday's of the swapped day.
  expect(await lessons.count()).toBe(2)
  await page.getByText('明德楼101').waitFor()
  await waitForOfflineReady(page)
  await setOffline()
  await page.reload()
  await lesson.click()
  const sheet = page.getByRole('dialog', { name: '书法' })
  await sheet.getByText('19:20').waitFor()
  await sheet.getByText('自带毛笔').waitFor()
  expect(await page.getByRole('table').getByText('双周课').count()).toBe(0)
  return phone
}

/** Every student but each fifth announces the way to school. */
async function submitTravelForms(): Promise<void> {
  const announcing = students.filter((_, nth) => nth % 5 !== 4)
  for (const student of announcing) {
    const signedIn = await postJson(server.url, '/api/binding/findstu', {
      stuNumber: student.number,
      idCard: student.document,
      openId: '',
    })
    expect(signedIn.body, student.number).toMatchObject({ token: expect.any(String) })
    const sent = await postJson(
      server.url,
      '/api/TravelInformation/addBusInformation',
      travelFormBody({ heelNum: '1' }),
      { authorization: signedIn.body.token, 'idempotency-key': crypto.randomUUID() },
    )
    expect(sent.body, student.number).toMatchObject({ results: true })
  }
}

/** Students with both documents and fees pass the check at once. */
async function checkAdmissions(page: Page): Promise<void> {
  await screens.open(page, 'admission')
  await page.getByRole('checkbox', { name: '本年度费用已缴清或冲抵' }).check()
  await page.getByRole('button', { name: '全部审核通过（250 人）' }).click()
  const sheet = page.getByRole('dialog', { name: /全部审核通过/ })
  await sheet.getByLabel('原因').fill('费用已缴清')
  const said = waitForBriefText(page, '已通过 250 人', 'body')
  await sheet.getByRole('button', { name: '全部通过' }).click()
  await said
}

async function openScanner(
  number: string,
  passwords: ReadonlyMap<string, string>,
): Promise<BrowserPhone> {
  const phone = await launchPhone()
  await screens.signInFirst(phone.page, number, passwords.get(number) ?? '')
  await screens.setUpFactor(phone.page)
  await installFakeCamera(phone.page)
  await phone.page.goto(`${server.url}/scanCodes`)
  await waitForOfflineReady(phone.page)
  await phone.page.getByText('可以进楼').waitFor()
  await phone.page.goto(`${server.url}/scanCodes/stations`)
  await phone.page.getByText(`/ ${STUDENTS} 已登记`).waitFor()
  await phone.page.getByText('可以进楼').waitFor()
  return phone
}

/**
 * Both supervisors confirm arrivals without a network: five men, five women, and one man whom both
 * confirm. The office sees each of them once.
 */
async function arrive(
  office: Page,
  [first, second]: readonly [BrowserPhone, BrowserPhone],
): Promise<void> {
  const men = students.filter((one, nth) => isPaid(one, nth) && one.gender === '男').slice(0, 5)
  const women = students.filter((one, nth) => isPaid(one, nth) && one.gender === '女').slice(0, 5)
  await confirmOffline(first, '/scanning', men)
  await confirmOffline(second, '/scanning', [...women, ...men.slice(0, 1)])
  await screens.open(office, 'arrivals')
  const figures = office.getByRole('region', { name: '迎新现场' })
  await figures.getByText(`/ ${STUDENTS} 已到`).waitFor()
  expect(await figures.innerText()).toMatch(/^0/)
  for (const { setOffline } of [first, second]) await setOffline(false)
  await expect.poll(() => figures.innerText(), { timeout: 60_000 }).toMatch(/^10\b/)
}

async function confirmOffline(
  { page, setOffline }: BrowserPhone,
  scanner: string,
  arriving: readonly NewStudent[],
): Promise<void> {
  await setOffline()
  await page.goto(`${server.url}${scanner}`)
  for (const [nth, student] of arriving.entries()) {
    await page.getByLabel('输入学号、考生号或证件号码').fill(student.number)
    await page.getByRole('button', { name: '核验' }).click()
    await page.getByRole('alert').getByText(student.name, { exact: true }).waitFor()
    await page.getByRole('button', { name: '仍然确认' }).click()
    await page.getByText(`待提交 ${nth + 1} 条`).waitFor()
  }
}

/** Both stations scan without a network; who gets a uniform has been at the medical check. */
async function visitStations(
  office: Page,
  [medical, uniforms]: readonly [BrowserPhone, BrowserPhone],
): Promise<void> {
  const visitors = students.filter(isPaid).slice(0, 4)
  const idOf = async ({ page }: BrowserPhone) => {
    await page.goto(`${server.url}/scanCodes/stations`)
    return (await page.getByRole('link', { name: '扫一扫' }).getAttribute('href')) ?? ''
  }
  const [first, second] = [await idOf(medical), await idOf(uniforms)]
  await confirmOffline(medical, first, visitors)
  await medical.setOffline(false)
  const rows = async () => {
    await screens.open(office, 'stations')
    const shown = office.getByRole('table').getByRole('row')
    await shown.nth(2).waitFor()
    return (await shown.allInnerTexts()).slice(1).map((row) => row.split(/\s+/))
  }
  await expect.poll(rows, { timeout: 60_000 }).toEqual([
    ['体检', '4', '500', '4', '0'],
    ['领军训服', '0', '500', '0', '0'],
  ])
  await confirmOffline(uniforms, second, visitors.slice(0, 2))
  await uniforms.setOffline(false)
  await expect.poll(rows, { timeout: 60_000 }).toEqual([
    ['体检', '4', '500', '4', '0'],
    ['领军训服', '2', '500', '2', '0'],
  ])
}

/** The counsellor sees the own two classes, and records why a student has not come. */
async function followUp(passwords: ReadonlyMap<string, string>): Promise<BrowserPhone> {
  const phone = await launchPhone({ width: 1280, height: 800 })
  const { page } = phone
  await screens.signInFirst(page, 'T5001', passwords.get('T5001') ?? '')
  await screens.setUpFactor(page)
  await screens.open(page, 'classes')
  const classes = page.getByRole('table', { name: '各班报到情况' })
  await classes.getByText('软件2602').waitFor()
  expect(await classes.getByText('会计2601').count()).toBe(0)
  const missing = students.find(({ className }) => className === '软件2602')
  assert(missing !== undefined)
  await page.getByLabel('姓名、学号或考生号').fill(missing.number)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `跟进 ${missing.name}` }).click()
  const sheet = page.getByRole('dialog', { name: `跟进 ${missing.name}` })
  await sheet.getByRole('textbox', { name: '预计报到日' }).fill(dayIn(3))
  await sheet.getByLabel('情况说明').fill('火车停运')
  await sheet.getByRole('button', { name: '保存原因' }).click()
  await page.getByText(/^延期报到，预计/).waitFor()
  return phone
}

/** Sign a student in with the number of the identity document. */
async function signInStudent(page: Page, { number, document }: NewStudent): Promise<void> {
  await page.goto(`${server.url}/login`)
  await page.getByRole('radio', { name: '考生号' }).check()
  await page.getByRole('textbox', { name: '考生号' }).fill(number)
  await page.getByRole('button', { name: '使用其他证件' }).click()
  await page.getByRole('textbox', { name: '证件号码' }).fill(document)
  await page.getByRole('button', { name: '绑定', exact: true }).click()
  await page.getByRole('button', { name: '解除绑定' }).waitFor()
}

/** A student asks to arrive late, the counsellor agrees, and the student reads the answer. */
async function askToArriveLate(counsellor: Page): Promise<BrowserPhone> {
  const phone = await launchPhone()
  const { page } = phone
  const student = students[102]
  assert(student?.className === '软件2602')
  await signInStudent(page, student)
  await page.goto(`${server.url}/welcome/${student.number}`)
  const look = page.getByRole('button', { name: '查看或申请延期' })
  await look.click()
  await page.getByLabel('预计报到日').fill(dayIn(4))
  await page.getByLabel('延期原因').fill('签证未办好')
  await page.getByRole('button', { name: '提交延期申请' }).click()
  await page.getByText('等待答复').waitFor()

  await screens.open(counsellor, 'classes')
  await counsellor.getByLabel('姓名、学号或考生号').fill(student.number)
  await counsellor.keyboard.press('Enter')
  await counsellor.getByRole('button', { name: `跟进 ${student.name}` }).click()
  const sheet = counsellor.getByRole('dialog', { name: `跟进 ${student.name}` })
  await sheet.getByLabel('答复内容').fill('请带签证')
  await sheet.getByRole('button', { name: '同意延期', exact: true }).click()
  await counsellor.getByText(`延期报到，预计 ${dayIn(4)} 到`).waitFor()

  await page.reload()
  await look.click()
  await page.getByText('已同意延期').waitFor()
  await page.getByText('请带签证').waitFor()
  return phone
}

/**
 * A charge is lowered after it was paid. Finance requests a refund of what is too much, a second
 * person approves it and records the bank transfer, and nothing too much is left.
 */
async function refundExcess(
  office: Page,
  passwords: ReadonlyMap<string, string>,
): Promise<BrowserPhone> {
  const student = students[0]
  assert(student !== undefined && isPaid(student, 0))
  await screens.importFile(
    office,
    '应缴费用',
    encodeCsv([
      ['学号或考生号', '年度', '项目', '应缴金额（元）'],
      [student.number, YEAR, '住宿费', '1000'],
    ]),
  )
  await screens.open(office, 'finance/refunds')
  await office
    .getByRole('table', { name: '多缴费用' })
    .getByRole('button', { name: /^申请退款：/ })
    .click()
  const sheet = office.getByRole('dialog', { name: '申请退款' })
  await expect.poll(() => sheet.getByLabel('退款金额（元）').inputValue()).toBe('200.00')
  await sheet.getByLabel('退款方式').click()
  await office.getByRole('radio', { name: '其他渠道退回' }).click()
  await sheet.getByLabel('退款原因').fill('宿舍调整')
  await sheet.getByRole('button', { name: '提交退款申请' }).click()
  await office.getByText('您申请的退款须由另一人批准').waitFor()

  const phone = await launchPhone({ width: 1280, height: 800 })
  const { page } = phone
  await screens.signInFirst(page, 'T6001', passwords.get('T6001') ?? '')
  await screens.setUpFactor(page)
  await screens.open(page, 'finance/refunds')
  await page.getByRole('button', { name: /^批准退款/ }).click()
  await page
    .getByRole('dialog', { name: '批准' })
    .getByRole('button', { name: '批准', exact: true })
    .click()
  await page.getByRole('button', { name: /^登记已退款/ }).click()
  const paying = page.getByRole('dialog', { name: '登记已退款' })
  await paying.getByLabel('付款渠道').click()
  await page.getByRole('radio', { name: '银行转账' }).click()
  await paying.getByLabel('付款凭证号').fill('BACK-1')
  await paying.getByRole('button', { name: '登记已退款' }).click()
  await page.getByText(/BACK-1/).waitFor()
  // The list of what is too much is read again after the list of refunds.
  await expect.poll(() => page.getByRole('button', { name: /^申请退款：/ }).count()).toBe(0)
  return phone
}

/** Compare every figure: from the database, and from the file that the office exports. */
async function reckon(office: Page): Promise<void> {
  const client = new Client({ connectionString: university.connectionString })
  await client.connect()
  try {
    const count = async (query: string) => Number((await client.query(query)).rows[0].count)
    const exported = async (name: string) => {
      await screens.open(office, 'exports')
      const rows: Record<string, string>[] = parse(await readDownload(office, `导出${name}：CSV`), {
        columns: true,
        bom: true,
      })
      return rows
    }
    const arrived = await exported('已报到学生')
    expect(arrived).toHaveLength(await count('select count(*) from arrival'))
    expect(arrived).toHaveLength(10)
    expect(new Set(arrived.map((row) => row['考生号'])).size).toBe(10)
    expect(await exported('未报到学生')).toHaveLength(STUDENTS - 10)
    const travel = await exported('到校信息表')
    expect(travel).toHaveLength(await count('select count(*) from travel'))
    expect(travel).toHaveLength(400)

    const fees = await exported('应缴与已缴')
    const payments = await exported('缴费流水')
    const fen = async (query: string) => (await count(query)) / 100
    expect(sum(fees, '应缴')).toBe(await fen('select sum(due_fen) as count from charge'))
    expect(sum(fees, '应缴')).toBe(STUDENTS * 6_700 - 200)
    expect(sum(fees, '已缴')).toBe(await fen('select sum(paid_fen) as count from charge'))
    expect(sum(fees, '已缴')).toBe(sum(payments, '金额'))
    expect(sum(payments, '金额')).toBe(
      await fen('select sum(amount_fen) as count from payment_part'),
    )
    expect(sum(payments, '金额')).toBe(250 * 6_700 - 200)
    expect(sum(fees, '尚欠')).toBe(sum(fees, '应缴') - sum(fees, '已缴') - sum(fees, '冲抵'))

    // The same tables by the command line, as another system fetches them at night.
    const beds = await exportByCommand('beds')
    expect(beds).toHaveLength(await count('select count(*) from dorm_place'))
    expect(beds).toHaveLength(STUDENTS)
    expect(beds.filter((row) => row['性别'] === '男' && row['楼栋'] !== BUILDINGS[0])).toEqual([])
    expect(await exportByCommand('freeBeds')).toHaveLength(2 * 256 - STUDENTS)
    const visits = await exportByCommand('stations')
    expect(visits).toHaveLength(await count('select count(*) from station_visit'))
    expect(visits).toHaveLength(6)
    expect(await exportByCommand('payments')).toEqual(payments)
  } finally {
    await client.end()
  }
}

async function exportByCommand(kind: string): Promise<Record<string, string>[]> {
  const { PATH = '' } = process.env
  const { stdout } = await promisify(execFile)(
    'npm',
    ['run', '--silent', 'campus', '--', 'export', kind],
    { env: { PATH, ...university.settings }, maxBuffer: 10_000_000 },
  )
  return parse(stdout, { columns: true, bom: true })
}

const sum = (rows: readonly Record<string, string>[], column: string): number =>
  rows.reduce((total, row) => total + Math.round(Number(row[column]) * 100), 0) / 100
