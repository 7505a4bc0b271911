import { afterAll, beforeAll, expect, test } from 'vitest'
import { chinaYear } from '#server/platform/clock'
import { type Phone, untilKept } from '../support/chromium.ts'
import {
  type Campus,
  closeSaved,
  expectNoComplaints,
  fillTravel,
  intoTunnel,
  openCampus,
  openTravel,
  outboxTab,
  outOfTunnel,
  signIn,
  submit,
  travelOf,
} from '../support/journey.ts'
import { violations } from '../support/looks.ts'

let campus: Campus

beforeAll(async () => {
  campus = await openCampus()
})
afterAll(() => campus.close())

/** A phone of this student with the travel form open and no network any more. */
async function phoneInTunnel(number: string): Promise<Phone> {
  await campus.proxy.set('pass')
  const phone = await campus.phone()
  await signIn(phone.page, campus.origin, number)
  await untilKept(phone.page)
  await openTravel(phone.page, campus.origin, number)
  await intoTunnel(campus, phone)
  return phone
}

/** What another phone of the same student says meanwhile. */
async function otherPhoneSays(number: string, changed: object): Promise<void> {
  const other = await campus.backend.signInAs(number)
  const found = await other.post('/api/TravelInformation/findBusInformation', {
    stuCode: other.code,
  })
  const record = found.body.results ?? found.body.data ?? found.body.result
  const said = await other.post('/api/TravelInformation/updateBusInformation', {
    ...record,
    ...changed,
  })
  expect(said.status, JSON.stringify(said.body)).toBe(200)
}

/** No complaint of axe about the screen as it is. */
async function expectAccessible({ page }: Phone): Promise<void> {
  expect(await violations(page)).toEqual([])
}

test('a second submission in the tunnel takes the place of the first, and an invalid one never queues [OFF-17 OFF-21]', async () => {
  const phone = await phoneInTunnel('990001')
  const { page } = phone
  await submit(page)
  await page.getByText('请选择出发城市').first().waitFor()
  await page.getByText('有 8 处需要修改').or(page.getByText('有 7 处需要修改')).first().waitFor()
  await expectAccessible(phone)
  await fillTravel(page)
  await submit(page)
  await page.getByRole('dialog', { name: '已保存在本机，尚未提交' }).waitFor()
  await expectAccessible(phone)
  await closeSaved(page)
  await page.getByText('下面是您最后填写的内容，保存在本机，学校还没收到。').waitFor()
  await page.getByLabel('备注').fill('改坐飞机')
  await submit(page)
  await closeSaved(page)
  await page.goto(`${campus.origin}/outbox`)
  await outboxTab(page, 1).or(outboxTab(page, 2)).waitFor()
  await page.getByRole('listitem').first().waitFor()
  await expectAccessible(phone)
  await outOfTunnel(campus, phone)
  await page.getByRole('heading', { name: '学校已收到' }).waitFor()
  await outboxTab(page, 0).waitFor()
  expect((await travelOf(campus, '990001')).records).toMatchObject([{ remark: '改坐飞机' }])
  expectNoComplaints(phone)
})

test('what another phone changed meanwhile is shown beside the own words, and the choice is what arrives [OFF-18 OFF-19]', async () => {
  const phone = await phoneInTunnel('990005')
  const { page } = phone
  await page.getByRole('button', { name: '修改' }).click()
  await page.getByLabel('备注').fill('我的话')
  await page.getByLabel('随行人数').fill('3')
  await submit(page)
  await closeSaved(page)
  await campus.proxy.set('pass')
  await otherPhoneSays('990005', { remark: '另一部手机', remarks: '另一部手机', heelNum: '9' })
  await page.goto(`${campus.origin}/outbox`)
  await phone.offline(false)
  await page.getByText('内容冲突').waitFor()
  expect((await travelOf(campus, '990005')).records).toMatchObject([
    { remark: '另一部手机', companions: '9' },
  ])

  await page.getByRole('link', { name: '对比并选择' }).click()
  await page.getByRole('group', { name: '备注' }).getByText('另一部手机').waitFor()
  await expectAccessible(phone)
  await page.getByRole('group', { name: '备注' }).getByText('我填写的').click()
  await page.getByRole('group', { name: '随行人数' }).getByText('学校现有的').click()
  await page.getByRole('button', { name: '提交所选内容' }).click()
  await page.getByRole('heading', { name: '学校已收到' }).waitFor()
  expect((await travelOf(campus, '990005')).records).toMatchObject([
    { remark: '我的话', companions: '9' },
  ])
  expectNoComplaints(phone, [/412/])
})

test('what the campus refuses comes back with its reason, and goes again once it is put right [OFF-19 OFF-22]', async () => {
  const { clock, db } = campus.backend
  const year = chinaYear(clock.now())
  clock.set(`${year}-12-31T12:00:00+08:00`)
  const phone = await phoneInTunnel('990002')
  const { page } = phone
  await page.getByRole('button', { name: '修改' }).click()
  await page.getByLabel('备注').fill('去年写的')
  await submit(page)
  await closeSaved(page)
  // The year has ended when the form arrives, for a student whose steps are those of the next one.
  clock.set(`${year + 1}-01-01T12:00:00+08:00`)
  const entry = String(year + 1)
  await db
    .updateTable('student')
    .set({ entry_year: entry, grade: entry })
    .where('code', '=', 'S990002')
    .execute()
  await page.goto(`${campus.origin}/outbox`)
  await outOfTunnel(campus, phone)
  await page.getByText('需要处理').first().waitFor()
  await page.getByText('学校退回：请选择今年的日期').waitFor()
  await page.getByRole('link', { name: '修改后重交' }).click()
  await page.getByRole('alert').filter({ hasText: '请选择今年的日期' }).first().waitFor()
  // The phone learns what year it is from the first answer.
  await page
    .locator(`input[max="${year + 1}-12-31"]`)
    .first()
    .waitFor({ state: 'attached' })
  await page.getByLabel('出发日期').fill(`${year + 1}-01-05`)
  await page.getByLabel('到达日期').fill(`${year + 1}-01-06`)
  await page.getByLabel('备注').fill('今年')
  await submit(page)
  await expect.poll(async () => (await travelOf(campus, '990002')).records[0]?.remark).toBe('今年')
  await page.goto(`${campus.origin}/outbox`)
  await outboxTab(page, 0).waitFor()
  expectNoComplaints(phone)
})
