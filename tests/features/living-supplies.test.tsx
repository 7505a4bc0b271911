import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { packagePictureUrl } from '#app/features/living-supplies/values.ts'
import { responseEchoingKey } from '#tests/support/screens/echoing-response.ts'
import {
  goOffline,
  openApp,
  openScreenCampus,
  type RenderedApp,
} from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const address = '/livinguse/7/990001'
const STUDENT = 'S990001'
const named = (name: string) => campus.calls.filter(({ path }) => path.endsWith(name))
const tick = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const button = (name: string) => screen.findByRole('button', { name })
const total = () => screen.findByText(/合计/).then((one) => one.closest('output')?.textContent)

// At the beginning of every test the student has a room and no reservation.
beforeEach(async () => {
  const { db } = campus.backend()
  for (const table of ['living_reservation', 'dorm_place', 'step_done'] as const)
    await db.deleteFrom(table).where('student_code', '=', STUDENT).execute()
  await giveRoom()
})

const giveRoom = () =>
  campus
    .backend()
    .db.insertInto('dorm_place')
    .values({
      student_code: STUDENT,
      type_name: '四人间',
      building: '海棠苑3栋',
      room: '412',
      bed: '2',
    })
    .execute()
const takeRoom = () =>
  campus.backend().db.deleteFrom('dorm_place').where('student_code', '=', STUDENT).execute()

async function reserve(app: RenderedApp, button = '预订') {
  await app.user.click(await screen.findByRole('button', { name: button }))
}
async function reserved(app: RenderedApp) {
  await app.user.click(await tick(/热水瓶/))
  await reserve(app)
  await waitFor(() => expect(app.address()).toBe('/welcome/990001'))
}

test('living supplies are listed with picture, content and price, and mandatory packages are ticked and cannot be unticked [LIV-01 LIV-02 LIV-03 LIV-04 LIV-10 LIV-12]', async () => {
  const app = await openApp(address, { as: '990001' })
  expect(await screen.findByRole('heading', { level: 1, name: '生活用品' })).toBeTruthy()
  const bedding = await tick(/床上用品.*¥ 398\.00.*必选/)
  expect([bedding.checked, bedding.disabled]).toEqual([true, true])
  const thermos = await tick(/热水瓶.*¥ 35\.00/)
  expect([thermos.checked, thermos.disabled]).toEqual([false, false])
  expect(document.querySelector('img[src="/living/bedding.svg"]')).toBeTruthy()
  expect(screen.getByText('海棠苑3栋 412')).toBeTruthy()
  expect(await total()).toBe('合计 已选 2 件¥ 456.00')
  await app.user.click(thermos)
  expect(await total()).toBe('合计 已选 3 件¥ 491.00')
  expect(await button('预订')).toBeTruthy()
  expect(named('/Livings/livingCost')[0]?.body).toEqual({ packageType: '1' })
})

test('the first reservation of living supplies is added, a second one updates it [LIV-06 LIV-07 LIV-08 LIV-11 FLOW-11]', async () => {
  const app = await openApp(address, { as: '990001' })
  await reserved(app)
  expect(named('/addReserve')[0]?.body).toEqual({
    stuCode: STUDENT,
    processId: '7',
    packageId: '1,3,4',
  })
  await app.restart(address)
  await waitFor(async () => expect((await tick(/热水瓶/)).checked).toBe(true))
  await app.user.click(await tick(/热水瓶/))
  await app.user.click(await tick(/台灯/))
  await reserve(app, '修改预订')
  await waitFor(() =>
    expect(named('/updateReserve')[0]?.body).toEqual({
      stuCode: STUDENT,
      processId: '7',
      packageId: '1,3,5',
    }),
  )
})

test('for a student without a room the page of living supplies says 请等待宿舍分配 and goes home [LIV-09]', async () => {
  await takeRoom()
  const app = await openApp(address, { as: '990001' })
  expect(await screen.findByText('请等待宿舍分配')).toBeTruthy()
  await waitFor(() => expect(app.address()).toBe('/'))
})

test('a postgraduate can reserve living supplies without a room [D-52]', async () => {
  await openApp('/livinguse/7/990004', { as: '990004' })
  expect(await tick(/床上用品/)).toBeTruthy()
  expect(screen.queryByText('送到')).toBeNull()
})

test('a student of an international department is offered catalogue 2 of living supplies [LIV-13]', async () => {
  const { db } = campus.backend()
  await db
    .insertInto('dorm_place')
    .values({
      student_code: 'S880002',
      type_name: '四人间',
      building: '海棠苑3栋',
      room: '413',
      bed: '1',
    })
    .onConflict((conflict) => conflict.column('student_code').doNothing())
    .execute()
  await openApp('/livinguse/7/880002', { as: '880002' })
  expect((await tick(/棉被.*必选/)).disabled).toBe(true)
  expect(named('/Livings/livingCost').map(({ body }) => body)).toEqual([{ packageType: '2' }])
})

test.each([
  ['addReserve', '保存失败', '预订', false],
  ['updateReserve', '修改失败', '修改预订', true],
] as const)(
  'a reservation that %s refuses without a reason shows %s [LIV-14 LIV-15]',
  async (path, said, name, again) => {
    const app = await openApp(address, { as: '990001' })
    if (again) {
      await reserved(app)
      await app.restart(address)
      await button('修改预订')
      await waitFor(async () => expect((await tick(/热水瓶/)).checked).toBe(true))
    }
    // After a first receipt the phone accepts only responses that echo the key of the request.
    campus.addFault(
      http.post(`*/${path}`, ({ request }) => responseEchoingKey(request, { results: 0 }), {
        once: true,
      }),
    )
    await app.user.click(await tick(/台灯/))
    await reserve(app, name)
    expect(await screen.findByRole('heading', { name: '需要处理' })).toBeTruthy()
    expect(within(screen.getByRole('dialog')).getByText(said)).toBeTruthy()
    await app.user.click(await button('修改内容'))
    expect((await screen.findByRole('alert')).textContent).toContain(said)
  },
)

test('a reservation made offline is stored on the phone and described in the outbox by packages and price [OFF-13 OFF-14]', async () => {
  const app = await openApp(address, { as: '990001' })
  await tick(/热水瓶/)
  goOffline(campus)
  await app.user.click(await tick(/热水瓶/))
  await reserve(app)
  expect(await screen.findByRole('heading', { name: '已保存在本机，尚未提交' })).toBeTruthy()
  await app.restart('/outbox')
  expect(await screen.findByText('床上用品、洗漱套装、热水瓶，¥ 491.00')).toBeTruthy()
  await app.restart(address)
  expect(await screen.findByText(/下面是您最后填写的内容/)).toBeTruthy()
  expect((await tick(/热水瓶/)).checked).toBe(true)
})

test('a draft of a reservation is saved, restored and can be discarded [LIV-02]', async () => {
  const app = await openApp(address, { as: '990001' })
  await app.user.click(await tick(/台灯/))
  expect(await screen.findByText('已存草稿')).toBeTruthy()
  await app.restart(address)
  expect(await screen.findByText('已恢复上次没有提交的草稿')).toBeTruthy()
  expect((await tick(/台灯/)).checked).toBe(true)
  await app.user.click(await button('放弃草稿'))
  await waitFor(async () => expect((await tick(/台灯/)).checked).toBe(false))
})

test('living supplies that cannot be loaded show an error with a retry [LIV-04]', async () => {
  campus.addFault(
    http.post('*/Livings/livingCost', () => HttpResponse.json({ code: '-1', msg: '维护中' }), {
      once: true,
    }),
  )
  const app = await openApp(address, { as: '990001' })
  expect((await screen.findByRole('alert')).textContent).toContain('生活用品加载失败维护中')
  await app.user.click(await button('重试'))
  expect(await tick(/热水瓶/)).toBeTruthy()
})

test('after changes of a reservation on two phones the main button compares both, which are shown by their packages', async () => {
  const app = await openApp(address, { as: '990001' })
  await reserved(app)
  await app.restart(address)
  await waitFor(async () => expect((await tick(/热水瓶/)).checked).toBe(true))
  await app.user.click(await tick(/台灯/))
  await campus
    .backend()
    .db.updateTable('living_reservation')
    .set({ packages: ['1', '3', '6'], version: 7 })
    .where('student_code', '=', STUDENT)
    .execute()
  await reserve(app, '修改预订')
  // After the sheet has closed, the form's main button is to compare too, and its second button is
  // to submit.
  await screen.findByRole('link', { name: '对比并选择' })
  await app.user.click(screen.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const compare = screen.getByRole('link', { name: '对比并选择' })
  expect([compare, await button('修改预订')].map((one) => one.dataset['tone'])).toEqual([
    undefined,
    'brand',
  ])
  await app.user.click(compare)
  await app.user.click(await screen.findByRole('radio', { name: /床上用品、洗漱套装、蚊帐/ }))
  expect(screen.getByText('床上用品、洗漱套装、热水瓶、台灯')).toBeTruthy()
  await app.user.click(await button('提交所选内容'))
  await waitFor(() =>
    expect(named('/updateReserve').at(-1)?.body).toMatchObject({ packageId: '1,3,6' }),
  )
})

test('the page of living supplies is shown in English', async () => {
  const { setLanguage } = await import('#app/lib/language/language.ts')
  setLanguage('en')
  await openApp(address, { as: '990001' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Living supplies' })).toBeTruthy()
  expect(await button('Reserve')).toBeTruthy()
})

test.each([
  ['/living/lamp.svg', '/campus/living/lamp.svg'],
  ['living/lamp.svg', '/campus/living/lamp.svg'],
  ['', undefined],
  ['https://elsewhere.test/lamp.svg', undefined],
  ['//elsewhere.test/lamp.svg', undefined],
])('the picture %j of a package has the URL %j [LIV-10]', (path, at) =>
  expect(packagePictureUrl(path, '/campus/')).toBe(at),
)
