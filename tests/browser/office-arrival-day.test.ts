import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toChinaYear } from '#server/platform/clock'
import { encodeCsv, encodeGb18030, type CellTable } from '../support/backend/import-files.ts'
import {
  expectNoConsoleErrors,
  fillTravelForm,
  openTravelForm,
  signInWithCredentials,
  submitForm,
} from '../support/browser/browser-campus.ts'
import {
  launchPhone,
  type BrowserPhone,
  waitForOfflineReady,
  waitForBriefText,
} from '../support/browser/chromium.ts'
import {
  type EmptyUniversity,
  readDownload,
  startEmptyUniversity,
} from '../support/browser/office-screens.ts'
import { installFakeCamera } from '../support/browser/resident-passes.ts'

const YEAR = String(toChinaYear(new Date()))
const BUILDING = '梧桐苑1号楼'
const STUDENT = { number: `${YEAR}5101150001`, name: '周子涵', secret: '110101200801010019' }

let university: EmptyUniversity
let server: EmptyUniversity['server']
let screens: EmptyUniversity['screens']
beforeAll(async () => {
  university = await startEmptyUniversity()
  ;({ server, screens } = university)
})
afterAll(() => university.close())

test('without SQL the first administrator sets up an empty university and imports files, and an arrival day runs', async () => {
  const administrator = await launchPhone({ width: 1280, height: 800, hasServiceWorker: false })
  const { page: office } = administrator
  await screens.signInFirst(office, 'T0001', await screens.createFirstAdministrator())
  await screens.setUpFactor(office)

  await screens.giveRole(office, 'T0001', '公寓管理')
  await screens.importFile(office, '教职工（角色、楼栋与班级）', encodeCsv(STAFF))
  // The file has the encoding that spreadsheet programs use in China; two of its rows are invalid.
  await screens.importFile(
    office,
    '学生（新生与在校生）',
    encodeGb18030(textOf(STUDENTS)),
    async () => {
      await office.getByRole('radio', { name: '有误 2' }).waitFor()
      const refused = await readDownload(office, '下载有误的行（改好后可直接再导入）')
      expect(refused).toContain('110101200801010018')
      expect(refused).toContain('陈一')
      expect(refused).not.toContain(STUDENT.name)
      await office.getByRole('button', { name: '只写入正确的 2 行' }).click()
    },
  )
  await screens.importFile(office, '宿舍类型目录', encodeCsv(TYPES))
  await screens.importFile(office, '宿舍房间与床位', encodeCsv(ROOMS))
  await screens.importFile(office, '宿舍分配', encodeCsv(PLACES))

  await writeNotice(office)

  const student = await launchPhone({ hasServiceWorker: false })
  const { page: own } = student
  await signInWithCredentials(own, server.url, { how: 'exam', ...STUDENT })
  await openTravelForm(own, server.url, STUDENT.number)
  await fillTravelForm(own)
  const said = waitForBriefText(own, '已提交')
  await submitForm(own)
  await said
  await own.goto(`${server.url}/notice`)
  await own.getByRole('link', { name: /班车时间/ }).click()
  await own.getByText('班车每半小时一班。').waitFor()

  await checkAdmission(office)
  const supervisor = await launchPhone()
  await screens.signInFirst(supervisor.page, 'T2001', await screens.resetPassword(office, 'T2001'))
  await screens.setUpFactor(supervisor.page)
  await arriveOffline(supervisor, office)
  const table = await readDownload(office, '导出已报到学生：CSV')
  expect(table.split('\n').filter((line) => line.includes(STUDENT.number))).toHaveLength(1)
  expect(table).toContain(BUILDING)

  const reviewer = await launchPhone({ width: 1280, height: 800, hasServiceWorker: false })
  await screens.signInFirst(reviewer.page, 'T3001', await screens.resetPassword(office, 'T3001'))
  await screens.setUpFactor(reviewer.page)
  await decideLoan(own, reviewer.page)
  await answerComplaint(own, office)
  for (const phone of [administrator, student, supervisor, reviewer]) expectNoConsoleErrors(phone)
})

const STAFF: CellTable = [
  ['工号', '姓名', '角色', '负责楼栋'],
  ['T2001', '王芳', '宿管', BUILDING],
  ['T3001', '赵敏', '审核老师', ''],
]
const ABOUT = ['信息学院', '计算机科学与技术', '080901', YEAR, '本科', '新生']
const STUDENTS: CellTable = [
  '考生号,姓名,性别,身份证号,学院,专业,专业代码,入学年份,培养层次,新生或在校'.split(','),
  [STUDENT.number, STUDENT.name, '女', STUDENT.secret, ...ABOUT],
  [`${YEAR}5101150002`, '吴桐', '男', '110101198001010010', ...ABOUT],
  // The first row has an ID number with a wrong check digit; the second has an unknown gender.
  [`${YEAR}5101150003`, '何二', '男', '110101200801010018', ...ABOUT],
  [`${YEAR}5101150004`, '陈一', '不详', '110101200801010019', ...ABOUT],
]
const TYPES: CellTable = [
  ['类型编号', '类型名称', '每年价格（元）', '名额'],
  ['1', '四人间', '1200', '4'],
]
const ROOMS: CellTable = [
  ['楼栋', '房间', '宿舍类型', '床位'],
  [BUILDING, '301', '四人间', '4'],
]
const PLACES: CellTable = [
  ['学号或考生号', '楼栋', '房间', '床位'],
  [STUDENT.number, BUILDING, '301', '1'],
]

const textOf = (table: CellTable) => new TextDecoder().decode(encodeCsv(table))

async function checkAdmission(page: Page): Promise<void> {
  await screens.open(page, 'students')
  await page.getByLabel('学号、姓名、手机尾号或回执').fill(STUDENT.number)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: STUDENT.name }).click()
  await page.getByRole('button', { name: '标记为已审核' }).click()
  const sheet = page.getByRole('dialog', { name: '标记为已审核' })
  await sheet.getByLabel('原因').fill('材料齐全')
  await sheet.getByRole('button', { name: '确认并记录' }).click()
  await page.getByRole('button', { name: '撤回审核' }).waitFor()
}

/**
 * The supervisor prepares the phone and confirms an arrival without a network; the office sees the
 * arrival without a reload.
 */
async function arriveOffline({ page, setOffline }: BrowserPhone, office: Page): Promise<void> {
  await installFakeCamera(page)
  await page.goto(`${server.url}/scanCodes`)
  await waitForOfflineReady(page)
  await page.getByText('可以进楼').waitFor()
  await screens.open(office, 'arrivals')
  const figures = office.getByRole('region', { name: '迎新现场' })
  await figures.getByText('/ 2 已到').waitFor()
  expect(await figures.innerText()).toMatch(/^0/)

  await setOffline()
  await page.getByRole('link', { name: '扫一扫' }).click()
  await page.getByLabel('输入学号、考生号或证件号码').fill(STUDENT.number)
  await page.getByRole('button', { name: '核验' }).click()
  await page.getByRole('alert').getByText(STUDENT.name, { exact: true }).waitFor()
  await page.getByRole('button', { name: '仍然确认' }).click()
  await page.getByText('待提交 1 条').waitFor()
  expect(await figures.innerText()).toMatch(/^0/)

  await setOffline(false)
  await expect.poll(() => figures.innerText()).toMatch(/^1/)
}

async function decideLoan(own: Page, reviewer: Page): Promise<void> {
  const receipt = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#eee' },
  })
    .png()
    .toBuffer()
  await own.goto(`${server.url}/loan/${STUDENT.number}`)
  await own.getByRole('button', { name: '贷款金额' }).click()
  await own.getByRole('radio', { name: '¥ 8,000.00' }).click()
  await own.getByLabel('借款合同号').fill('44012026001')
  await own.getByLabel('回执校验码').fill('AB12')
  await own
    .getByLabel('照片 国开行贷款回执单', { exact: true })
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: receipt })
  await own.getByText(/将上传 900 × 600 像素/).waitFor()
  await submitForm(own)
  await own.getByText('待审核', { exact: true }).waitFor()

  await reviewer.goto(`${server.url}/checkloan?status=0`)
  await reviewer.getByRole('table').getByRole('link', { name: STUDENT.name }).click()
  await reviewer.getByText('AB12').waitFor()
  await reviewer.getByText('审核通过', { exact: true }).click()
  const told = waitForBriefText(reviewer, '审核已提交', 'body')
  await reviewer.getByRole('button', { name: '提交审核' }).click()
  await told
  await own.reload()
  await own.getByText('审核通过', { exact: true }).waitFor()
}

async function answerComplaint(own: Page, office: Page): Promise<void> {
  await own.goto(`${server.url}/advice`)
  await own.getByLabel('投诉或建议').fill('三楼没有热水')
  await submitForm(own)
  await own.getByText('已提交，谢谢您的反馈').waitFor()

  await screens.open(office, 'inbox')
  await office.getByRole('link', { name: '三楼没有热水' }).click()
  await office.getByRole('textbox', { name: '答复' }).fill('今晚恢复供应')
  await office.getByRole('button', { name: '发送答复' }).click()
  await office.getByText('答复已发送').waitFor()
  await own.goto(`${server.url}/advice`)
  await own.getByText('今晚恢复供应').waitFor()
}

async function writeNotice(office: Page): Promise<void> {
  await screens.open(office, 'notices/new')
  await office.getByLabel('标题', { exact: true }).fill('班车时间')
  await office.getByText('全体学生', { exact: true }).click()
  await office.getByRole('textbox', { name: '正文', exact: true }).fill('班车每半小时一班。')
  await office.getByRole('button', { name: '发布', exact: true }).click()
  await office.getByRole('heading', { name: '编辑通知' }).waitFor()
}
