import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  closeSavedSheet,
  expectNoConsoleErrors,
  fillTravelForm,
  cutNetwork,
  startBrowserTestCampus,
  locateOutboxTab,
  signIn,
  submitForm,
  SAMPLE_TRAVEL_INPUT,
} from '../support/browser/browser-campus.ts'
import { waitForBriefText, waitForOfflineReady } from '../support/browser/chromium.ts'
import { fillFamilyForm, chooseRadio } from '../support/browser/four-forms-screens.ts'

const STUDENT = 'S990001'
const FAMILY = '/personalinformation/1/990001'
const TRAVEL = '/schoolInformation/2/990001'
const UNIFORM = '/militaryTrainingClothing/4/990001'
const LIVING = '/livinguse/7/990001'
const FORMS = /\/(NewReports|TravelInformation|uniSele|Livings)\//
const WRITES = /\/(add|update)(NewReports|BusInformation|Reserve|Status|StuForm)$|\/uniSele\/add$/

let campus: BrowserTestCampus
let memory: string

// Give the new student a bed, because household goods are delivered to the student's room.
beforeAll(async () => {
  campus = await startBrowserTestCampus()
  memory = await campus.createProfileDir()
  await campus.backend.db
    .insertInto('dorm_place')
    .values({
      student_code: STUDENT,
      type_name: '四人间',
      building: '海棠苑3栋',
      room: '412',
      bed: '2',
    })
    .execute()
})
afterAll(() => campus.close())

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const ticked = (page: Page, name: RegExp) => page.getByRole('checkbox', { name })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(campus.origin + path)
  const ready = {
    [FAMILY]: page.getByRole('heading', { name: '家庭成员 1' }),
    [UNIFORM]: page.getByRole('group', { name: '上衣' }),
    [LIVING]: ticked(page, /热水瓶/),
  }[path]
  await ready?.waitFor()
}

/** All values of an IndexedDB store of the phone, as text. */
const inMemory = (page: Page, name: string, store: string): Promise<string> =>
  page.evaluate(
    async ([database, from]) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const open = await done(indexedDB.open(database))
      const all = await done(open.transaction(from).objectStore(from).getAll())
      open.close()
      return JSON.stringify(all)
    },
    [name, store] as const,
  )

/** Continue from the sheet that says "saved here" to this address. */
async function goOnTo(page: Page, path: string): Promise<void> {
  await page
    .getByRole('dialog', { name: '已保存在本机，尚未提交' })
    .getByRole('button', { name: '继续下一步' })
    .click()
  await page.waitForURL(campus.origin + path)
}

/** The university's records of the student's four forms. */
async function records() {
  const { db } = campus.backend
  const [families, travels, uniforms, lines, livings, steps, answers] = await Promise.all([
    db.selectFrom('household').selectAll().where('student_code', '=', STUDENT).execute(),
    db.selectFrom('travel').selectAll().where('student_code', '=', STUDENT).execute(),
    db.selectFrom('uniform_order').selectAll().where('student_code', '=', STUDENT).execute(),
    db
      .selectFrom('uniform_line')
      .select('size_id')
      .where('student_code', '=', STUDENT)
      .orderBy('garment_id')
      .execute(),
    db.selectFrom('living_reservation').selectAll().where('student_code', '=', STUDENT).execute(),
    db
      .selectFrom('step_done')
      .select('step_id')
      .where('student_code', '=', STUDENT)
      .orderBy('step_id')
      .execute(),
    db
      .selectFrom('idempotency')
      .select(['form', 'receipt', 'status'])
      .orderBy('created_at')
      .execute(),
  ])
  return {
    families,
    travels,
    uniforms,
    sizes: lines.map((one) => one.size_id),
    livings,
    steps: steps.map((one) => one.step_id),
    answers,
  }
}

test('four forms submitted offline each arrive once, in order [OFF-10 OFF-11 OFF-12 OFF-13 OFF-14 OFF-15 OFF-16 OFF-22 FLOW-11 FLOW-15 FAM-12 UNI-04 LIV-08]', async () => {
  const { origin, proxy } = campus
  const before = await campus.openPhone({ profileDir: memory })
  {
    const { page } = before
    await signIn(page, origin, '990001')
    await waitForOfflineReady(page)
    await page.goto(`${origin}/welcome/990001`)
    await page.getByRole('link', { name: /个人与家庭信息/ }).waitFor()
    // The list of steps preloads the reads of the forms; no form has been opened yet.
    for (const name of ['garments', 'colours', 'uniform', 'packages', 'resident', 'reservation'])
      await expect.poll(() => inMemory(page, 'baodao-reads', 'reads')).toContain(`"${name}"`)

    await cutNetwork(campus, before)
    await open(page, FAMILY)
    await fillFamilyForm(page)
    await submitForm(page)
    await goOnTo(page, TRAVEL)
    await page.getByRole('button', { name: '提交', exact: true }).waitFor()
    await fillTravelForm(page)
    await submitForm(page)
    await goOnTo(page, '/selectdorm/3/990001')
    await open(page, UNIFORM)
    await chooseRadio(page, '上衣', '175')
    await chooseRadio(page, '裤子', '170')
    await page.getByText('已存草稿').waitFor()
    await expect.poll(() => inMemory(page, 'baodao-outbox', 'drafts')).toMatch(/"105".*"204"/)
    await before.context.close()
    expectNoConsoleErrors(before)
  }

  const after = await campus.openPhone({ profileDir: memory })
  const { page } = after
  await after.setOffline()
  await open(page, UNIFORM)
  await page.getByText('已恢复上次没有提交的草稿').waitFor()
  for (const [group, size] of [
    ['上衣', '175'],
    ['裤子', '170'],
  ] as const)
    expect(
      await page
        .getByRole('group', { name: group })
        .getByRole('radio', { name: size, exact: true })
        .isChecked(),
    ).toBe(true)
  await chooseRadio(page, '帽子', 'M')
  await chooseRadio(page, '鞋', '42')
  await chooseRadio(page, '颜色', '军绿')
  await submitForm(page)
  await closeSavedSheet(page)
  await card(page, '您选择的服装').getByText('军绿').waitFor()
  expect(await page.getByRole('radio').count()).toBe(0)
  await page.getByRole('button', { name: '完成', exact: true }).click()
  await page.waitForURL(`${origin}/onlinefee/5/990001`)
  await open(page, LIVING)
  await ticked(page, /热水瓶/).check()
  await page.getByText('合计 已选 3 件¥ 491.00').waitFor()
  await page.getByRole('button', { name: '预订', exact: true }).click()
  await goOnTo(page, '/welcome/990001')
  for (const title of ['个人与家庭信息', '到校信息', '军训服装', '生活用品'])
    await page.getByRole('link', { name: new RegExp(`${title}.*保存在本机，尚未提交`) }).waitFor()

  // Four forms wait; the step mark of the uniform is not counted separately.
  await page.goto(`${origin}/outbox`)
  await locateOutboxTab(page, 4).waitFor()
  const waiting = card(page, '这部手机上，学校还没收到').getByRole('listitem')
  await waiting.first().waitFor()
  const order = ['个人与家庭信息', '到校信息', '军训服装', '生活用品']
  expect(await waiting.locator('b').allTextContents()).toEqual(order)
  expect(await records()).toMatchObject({
    families: [],
    travels: [],
    uniforms: [],
    livings: [],
    steps: [],
    answers: [],
  })

  // First a café's captive portal answers every request; then the server does not answer until the
  // network is cut; then the campus answers slowly.
  const fellTo = (fault: string) =>
    proxy.requests.filter((one) => FORMS.test(one.path) && one.fault === fault).length
  await proxy.setFault('portal-200')
  await after.setOffline(false)
  await expect.poll(() => fellTo('portal-200')).toBeGreaterThan(0)
  proxy.addRule(WRITES, 'stall')
  await proxy.setFault('pass')
  await expect.poll(() => fellTo('stall')).toBeGreaterThan(0)
  expect(await records()).toMatchObject({
    families: [],
    travels: [],
    uniforms: [],
    livings: [],
    steps: [],
    answers: [],
  })
  expect(await waiting.locator('b').allTextContents()).toEqual(order)
  await cutNetwork(campus, after)
  await expect.poll(() => waiting.getByText('待提交', { exact: true }).count()).toBe(4)
  proxy.clearRules()
  // The last form arrives, but the response to it is lost.
  proxy.addRule(/addReserve$/, 'reset-after', 1)
  await proxy.setFault({ type: 'slow', kbps: 400, latency: 400 })
  await after.setOffline(false)

  await locateOutboxTab(page, 0).waitFor()
  const receipts = card(page, '学校已收到').getByRole('listitem')
  await expect.poll(() => receipts.count()).toBe(5)
  const arrived = proxy.requests.flatMap(({ path, forwarded }) =>
    WRITES.test(path) && forwarded ? [path.split('/').pop()] : [],
  )
  const isMark = (name: string | undefined) => name === 'addStatus'
  // After the lost response either the browser repeats the request, or the app reads the record and
  // sends an update.
  const again = expect.stringMatching(/^(add|update)Reserve$/)
  const writes = arrived.filter((name) => !isMark(name))
  // Family and travel are sent before the other forms (D-104), in either order: the form that has
  // just had no answer waits before its next attempt.
  expect(writes.slice(0, 2).sort()).toEqual(['addBusInformation', 'addNewReports'])
  expect(writes.slice(2)).toEqual(['add', 'addReserve', again])
  // The step mark is sent after its uniform and delays no other item.
  expect(arrived.findIndex(isMark)).toBeGreaterThan(arrived.indexOf('add'))
  // Every attempt of a form had the same idempotency key.
  const keys = proxy.requests.flatMap(({ path, headers }) =>
    WRITES.test(path) ? [headers['idempotency-key']] : [],
  )
  expect(keys.length).toBeGreaterThan(6)
  expect(new Set(keys).size).toBe(5)

  const { families, travels, uniforms, sizes, livings, steps, answers } = await records()
  expect(
    [families, travels, uniforms, livings].map((rows) => rows.map(({ version }) => version)),
  ).toEqual([[1], [1], [1], [1]])
  expect(families[0]).toMatchObject({
    phone: '13800138000',
    native_place: SAMPLE_TRAVEL_INPUT.region.join(','),
    members: [{ name: '陈建国' }],
  })
  expect(travels[0]).toMatchObject({
    start_city: SAMPLE_TRAVEL_INPUT.region.join(','),
    remark: SAMPLE_TRAVEL_INPUT.remark,
  })
  expect([uniforms[0]?.colour_id, ...sizes]).toEqual(['1', '105', '204', '302', '408'])
  expect(livings[0]?.packages).toEqual(['1', '3', '4'])
  expect(steps).toEqual([1, 2, 4, 7])
  const forms = ['family', 'travel', 'uniform', 'living']
  // The answers are in the order of arrival; family and travel may come in either order.
  const answered = answers.flatMap(({ form }) => (forms.includes(form) ? [form] : []))
  expect(answered.slice(0, 2).sort()).toEqual(forms.slice(0, 2))
  expect(answered.slice(2)).toEqual(forms.slice(2))
  for (const { receipt } of answers) await receipts.getByText(`回执 ${receipt}`).waitFor()

  await page.goto(`${origin}/welcome/990001`)
  for (const title of ['个人与家庭信息', '到校信息', '军训服装', '生活用品'])
    await page.getByRole('link', { name: new RegExp(`${title}.*(已完成|已提交)`) }).waitFor()

  // The record exists, so the next submission updates it.
  await proxy.setFault('pass')
  const soFar = proxy.requests.length
  const sent = () => waitForBriefText(page, '已提交')
  await open(page, LIVING)
  await ticked(page, /台灯/).check()
  const reserved = sent()
  await page.getByRole('button', { name: '修改预订' }).click()
  await reserved
  await open(page, FAMILY)
  await card(page, '家庭成员 1').getByLabel('单位').fill('阳光中学')
  const told = sent()
  await submitForm(page)
  await told
  const changed = await records()
  expect(
    [changed.families, changed.livings].map((rows) => rows.map(({ version }) => version)),
  ).toEqual([[2], [2]])
  const updated = proxy.requests
    .slice(soFar)
    .filter(({ path, status }) => path.includes('/update') && status === 200)
  expect(updated.map(({ path }) => path.split('/').pop())).toEqual([
    'updateReserve',
    'updateNewReports',
  ])
  expectNoConsoleErrors(after)
})
