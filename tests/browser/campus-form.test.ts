import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishTestForm } from '../support/backend/campus-forms.ts'
import {
  type BrowserTestCampus,
  chooseRegion,
  cutNetwork,
  expectNoConsoleErrors,
  restoreNetwork,
  signIn,
  startBrowserTestCampus,
} from '../support/browser/browser-campus.ts'
import { type BrowserPhone, waitForOfflineReady } from '../support/browser/chromium.ts'
import {
  findAxeViolations,
  findOverflow,
  saveScreenshot,
} from '../support/browser/visual-checks.ts'
import { everyTypeForm } from '../support/screens/campus-form-samples.ts'

let campus: BrowserTestCampus
let memory: string
let card: Buffer

beforeAll(async () => {
  campus = await startBrowserTestCampus()
  memory = await campus.createProfileDir()
  // Noise, so that the reduced picture is uploaded in several parts.
  const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const
  card = await sharp({
    create: { width: 2400, height: 1600, channels: 3, background: '#9bc', noise },
  })
    .jpeg()
    .toBuffer()
  const { title, items, choices } = everyTypeForm
  await publishTestForm(campus.backend, 'entry', { title, items, choices })
})
afterAll(() => campus.close())

const FORM = '/campusForm/entry/990001'

async function sign({ page }: BrowserPhone): Promise<void> {
  const pad = page.locator('canvas')
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (box === null) throw new Error('there is no frame for the signature')
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  for (const [x, y] of [
    [120, 90],
    [160, 30],
    [220, 100],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y, { steps: 4 })
  await page.mouse.up()
  await page.getByText('已签名', { exact: true }).waitFor()
}

async function fillIn(phone: BrowserPhone): Promise<void> {
  const { page } = phone
  await page.getByLabel('昵称').fill('小雨')
  await page.getByLabel('自我介绍').fill('来自江南')
  await page.getByLabel('兄弟姐妹').fill('1')
  await page.getByLabel('身高').fill('1.68')
  await page.getByLabel('家庭月收入').fill('8000.5')
  await page.getByLabel('生日').fill('2008-01-02')
  await page.getByLabel('就寝时间').fill('22:30')
  const pick = (group: string, option: string) =>
    page.getByRole('group', { name: group }).getByLabel(option, { exact: true }).click()
  await pick('是否吸烟', '否')
  await pick('校区', '西校区')
  await pick('楼', '西一楼')
  await pick('爱好', '读书')
  await pick('爱好', '音乐')
  await page.getByLabel('联系电话').fill('13800000000')
  await page.getByLabel('证件号').fill('110105200801010014')
  await page.getByLabel('姓名', { exact: true }).fill('陈父')
  await page.getByLabel('年龄').fill('50')
  await page.getByRole('button', { name: '添加家庭成员' }).click()
  await page.getByLabel('姓名', { exact: true }).nth(1).fill('陈母')
  await page
    .getByLabel('添加图片 医保卡照片')
    .first()
    .setInputFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer: card })
  await page.getByRole('img', { name: /card|文件1/ }).waitFor()
  await page.getByLabel('签名：请输入本人姓名').fill('陈晓雨')
  await sign(phone)
}

test('a campus form with every type of question is filled in offline with a picture and a signature, survives closing the browser, is sent once by the delivery worker while its page is closed, and is read back', async () => {
  const { origin, backend, proxy } = campus
  const before = await campus.openPhone({ profileDir: memory })
  {
    const { page } = before
    await signIn(page, origin, '990001')
    await waitForOfflineReady(page)
    await cutNetwork(campus, before)
    // Nothing of the form was opened before: the phone was prepared for it.
    await page.goto(`${origin}/campusForms`)
    await page.getByRole('link', { name: /入学登记/ }).click()
    await page.getByRole('heading', { level: 1, name: '入学登记' }).waitFor()
    await chooseRegion(page, '家庭所在地', ['浙江省', '杭州市', '西湖区'])
    await fillIn(before)
    await page.getByText('已存草稿').waitFor()
    await before.context.close()
    expectNoConsoleErrors(before)
  }
  const after = await campus.openPhone({ profileDir: memory })
  const { page } = after
  await after.setOffline()
  await page.goto(`${origin}${FORM}`)
  await page.getByText('已恢复上次没有提交的草稿').waitFor()
  expect(await page.getByLabel('昵称').inputValue()).toBe('小雨')
  expect(await page.getByLabel('家庭月收入').inputValue()).toBe('8000.50')
  await page.getByText(/浙江.*西湖区/).waitFor()
  await page.getByRole('img', { name: '手写签名' }).waitFor()
  // A draft has no number of an identity document.
  expect(await page.getByLabel('证件号').inputValue()).toBe('')
  await page.getByLabel('证件号').fill('110105200801010014')
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await page.getByRole('dialog', { name: '已保存在本机，尚未提交' }).waitFor()
  await page.goto(`${origin}/outbox`)
  await page.getByText('入学登记').waitFor()
  const blank = await after.context.newPage()
  await page.close()
  await restoreNetwork(campus, after)
  const { db } = backend
  const listRows = () => db.selectFrom('campus_form_answer').selectAll().execute()
  await expect.poll(listRows, { timeout: 60_000 }).toHaveLength(1)
  const uploads = proxy.count(/campusform\/attach/).came
  expect(uploads).toBeGreaterThan(2)
  expect(proxy.count(/campusform\/add/).came).toBe(1)
  expect(await listRows()).toMatchObject([
    {
      form_id: 'entry',
      answers: {
        nickname: '小雨',
        income: '800050',
        home: '330106',
        hobbies: ['read', 'music'],
        document: { type: 'resident', number: '110105200801010014' },
        members: [{ member_name: '陈父', age: '50' }, { member_name: '陈母' }],
        total_age: '50',
        source: 'phone',
      },
    },
  ])
  const files = await db
    .selectFrom('campus_form_attachment')
    .select(['sent_bytes', 'completed_at'])
    .orderBy('sent_bytes')
    .execute()
  expect(files).toHaveLength(2)
  expect(files[1]?.sent_bytes).toBeGreaterThan(32 * 1024)
  expect(files.every(({ completed_at: at }) => at !== null)).toBe(true)
  await blank.goto(`${origin}/outbox`)
  await blank.getByRole('heading', { name: '学校已收到' }).waitFor()
  expect(proxy.count(/campusform\/(attach|add)/).came).toBe(uploads + 1)
  // Another phone of the student reads back what the university has.
  const other = await campus.openPhone()
  await signIn(other.page, origin, '990001')
  await other.page.goto(`${origin}${FORM}`)
  await other.page.getByRole('button', { name: '修改', exact: true }).waitFor()
  expect(await other.page.getByLabel('昵称').inputValue()).toBe('小雨')
  expect(
    await other.page
      .getByRole('img', { name: '手写签名' })
      .evaluate((shown: HTMLImageElement) => shown.decode()),
  ).toBeUndefined()
  expectNoConsoleErrors(after)
})

test('a campus form is usable at 320 pixels, with large text, in both languages and by a screen reader', async () => {
  const { origin } = campus
  const phone = await campus.openPhone({ width: 320, hasServiceWorker: false })
  const { page } = phone
  await signIn(page, origin, '990001')
  await page.goto(`${origin}${FORM}`)
  await page.getByLabel('昵称').waitFor()
  const small = { width: 320, height: 640, texts: ['', 'large'] } as const
  expect(await findOverflow(page, small)).toEqual([])
  expect(await findAxeViolations(page)).toEqual([])
  await saveScreenshot(page, 'campus-form')
})
