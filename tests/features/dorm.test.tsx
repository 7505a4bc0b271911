import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { formDrafts } from '#app/lib/outbox/drafts.ts'
import { toChinaMinute } from '#server/platform/clock'
import { modifyBackendResponse } from '#tests/support/screens/payment-state.ts'
import {
  bindDemoUser,
  goOffline,
  openApp,
  openScreenCampus,
  type RenderedApp,
} from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const address = '/selectdorm/3/990001'
const STUDENT = 'S990001'
const TYPES = [
  { id: 'double', name: '双人间', places: 30, price_fen: 240_000 },
  // 990002 has one of the four places.
  { id: 'four', name: '四人间', places: 4, price_fen: 120_000 },
  { id: 'six', name: '六人间', places: 0, price_fen: 80_000 },
]
const inserts = () => campus.calls.filter(({ path }) => path.endsWith('/dormitoryType/insert'))
const radio = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name })
const submit = (app: RenderedApp) => app.user.click(screen.getByRole('button', { name: '提交' }))
const said = () => screen.findByRole('alert').then((alert) => alert.textContent)

// At the beginning of every test the student has chosen no type, and all types exist.
beforeEach(async () => {
  const { db } = campus.backend()
  await db.deleteFrom('dorm_choice').execute()
  await db.deleteFrom('dorm_place').where('student_code', '=', STUDENT).execute()
  await db.deleteFrom('step_done').where('student_code', '=', STUDENT).execute()
  await db.deleteFrom('dorm_type').execute()
  await db.insertInto('dorm_type').values(TYPES).execute()
})

async function choose(app: RenderedApp, name: RegExp) {
  await app.user.click(await radio(name))
  await submit(app)
}

test('dormitory types are listed with price and places left, and none is chosen [DORM-01 DORM-02 DORM-10]', async () => {
  await openApp(address, { as: '990001' })
  expect(await screen.findByRole('heading', { level: 1, name: '选择宿舍类型' })).toBeTruthy()
  expect((await radio(/双人间.*¥ 2,400\.00\/年.*剩 30 个名额/)).checked).toBe(false)
  expect((await radio(/四人间.*剩 3 个名额/)).disabled).toBe(false)
  expect((await radio(/六人间.*已满/)).disabled).toBe(true)
  expect(screen.getByRole('button', { name: '提交' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('after a dormitory choice is submitted, the button 下一步 opens the next step [DORM-03 DORM-08 FLOW-11]', async () => {
  // The list of steps is opened first, since the next step is known from it.
  const list = await openApp('/welcome/990001', { as: '990001' })
  await waitFor(() => expect(localStorage.getItem('flowdata')).toBeTruthy())
  const app = await list.restart(address)
  await choose(app, /四人间/)
  const next = await screen.findByRole('button', { name: '下一步' })
  expect(screen.getByText('四人间')).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(inserts()[0]?.body).toEqual({ stuCode: STUDENT, housetype: 'four', processId: '3' })
  await app.user.click(next)
  await waitFor(() => expect(app.address()).toBe('/militaryTrainingClothing/4/990001'))
})

test('an existing dormitory choice is shown read-only, with the button 下一步 [DORM-02 DORM-06]', async () => {
  const { db } = campus.backend()
  await db
    .insertInto('dorm_choice')
    .values({ student_code: STUDENT, type_id: 'double', chosen_at: new Date(), held_until: null })
    .execute()
  await openApp(address, { as: '990001' })
  expect(await screen.findByText('双人间')).toBeTruthy()
  expect(screen.getByRole('button', { name: '下一步' })).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(campus.calls.some(({ path }) => path.endsWith('QueryDormitoryType'))).toBe(false)
})

test('the dormitory page says that a choice is final and for how long the place is reserved, and after the choice until when [DORM-02 DORM-09 D-49]', async () => {
  const app = await openApp(address, { as: '990001' })
  await radio(/四人间/)
  expect(
    screen.getByText('提交后不能自行更改。名额为您保留 30 分钟，请在此期间缴费，逾期名额将释放。'),
  ).toBeTruthy()
  await choose(app, /四人间/)
  await screen.findByRole('timer')
  const { held_until } = await campus
    .backend()
    .db.selectFrom('dorm_choice')
    .select('held_until')
    .where('student_code', '=', STUDENT)
    .executeTakeFirstOrThrow()
  // The phone's clock can differ by a second or two.
  const minutes = [-2, 0, 2].map((seconds) =>
    toChinaMinute(new Date((held_until?.getTime() ?? 0) + seconds * 1000)).slice(11, 16),
  )
  expect(
    screen.getByText(
      new RegExp(`^保留至 (${minutes.join('|')})（以学校时间为准），请在此之前缴费$`),
    ),
  ).toBeTruthy()
})

test.each([
  [
    'does not say how long it reserves a place',
    undefined,
    '学校为您保留名额，请在保留时间内缴费，逾期名额将释放。',
  ],
  ['reserves no place', 0, ''],
])(
  'with a campus that %s, the dormitory page says that a choice is final and names no time [DORM-02]',
  async (_, holdSeconds, rule) => {
    modifyBackendResponse(campus, '/api/dormitoryType/QueryDormitoryType', (body) => {
      if (holdSeconds === undefined) delete body['holdSeconds']
      else body['holdSeconds'] = holdSeconds
    })
    await openApp(address, { as: '990001' })
    await radio(/四人间/)
    expect(screen.getByText(`提交后不能自行更改。${rule}`)).toBeTruthy()
  },
)

test('submitting without a dormitory choice is reported beside the list and above it, and the list gets the focus [DORM-04]', async () => {
  const app = await openApp(address, { as: '990001' })
  const first = await radio(/双人间/)
  await submit(app)
  expect(await screen.findAllByText('请选择宿舍类型')).toHaveLength(2)
  expect(document.activeElement).toBe(first)
  expect(inserts()).toHaveLength(0)
  await app.user.click(first)
  expect(screen.queryByText('请选择宿舍类型')).toBeNull()
})

test('when submitting a dormitory choice fails, the page shows 系统错误！ and keeps the choice [DORM-05]', async () => {
  campus.addFault(
    http.post('*/dormitoryType/insert', () => new HttpResponse('oops', { status: 500 }), {
      once: true,
    }),
  )
  const app = await openApp(address, { as: '990001' })
  await choose(app, /四人间/)
  expect(await said()).toBe('系统错误！')
  expect((await radio(/四人间/)).checked).toBe(true)
  await submit(app)
  expect(await screen.findByRole('button', { name: '下一步' })).toBeTruthy()
})

test('dormitory types that cannot be loaded show 系统错误！ and a retry button [DORM-05]', async () => {
  campus.addFault(
    http.post('*/QueryDormitoryType', () => HttpResponse.json({ code: '-1', msg: '维护中' }), {
      once: true,
    }),
  )
  const app = await openApp(address, { as: '990001' })
  expect(await said()).toContain('系统错误！维护中')
  await app.user.click(screen.getByRole('button', { name: '重试' }))
  expect(await radio(/双人间/)).toBeTruthy()
})

test('without a response the dormitory page blames the network, not the system [DORM-05 D-48]', async () => {
  await bindDemoUser('990001')
  let isCut = true
  campus.addFault(http.all('*', () => (isCut ? HttpResponse.error() : undefined)))
  const app = await openApp(address)
  expect(await said()).toContain('名额有限，选择宿舍需要联网网络错误，请稍后再试')
  expect(screen.queryByText(/系统错误/)).toBeNull()
  isCut = false
  await app.user.click(screen.getByRole('button', { name: '重试' }))
  await app.user.click(await radio(/四人间/))
  isCut = true
  await submit(app)
  expect(await said()).toBe('网络错误，请稍后再试')
  expect((await radio(/四人间/)).checked).toBe(true)
})

test('a refused dormitory choice shows the university’s message, and the places left are loaded again [DORM-08]', async () => {
  const app = await openApp(address, { as: '990001' })
  await app.user.click(await radio(/四人间/))
  await campus
    .backend()
    .db.updateTable('dorm_type')
    .set({ places: 0 })
    .where('id', '=', 'four')
    .execute()
  await submit(app)
  expect(await said()).toBe('该宿舍类型已无余位')
  expect(await radio(/四人间.*已满/)).toBeTruthy()
})

test('a dormitory choice is refused after one on another phone, which is then shown [DORM-08]', async () => {
  const app = await openApp(address, { as: '990001' })
  await app.user.click(await radio(/四人间/))
  await campus
    .backend()
    .db.insertInto('dorm_choice')
    .values({ student_code: STUDENT, type_id: 'double', chosen_at: new Date(), held_until: null })
    .execute()
  await submit(app)
  expect(await screen.findByRole('button', { name: '下一步' })).toBeTruthy()
  expect(screen.getByText('双人间')).toBeTruthy()
})

test('the time left of a bed reservation counts down from the server’s value, which is loaded again when the page becomes visible [DORM-09 D-49]', async () => {
  const app = await openApp(address, { as: '990001' })
  await choose(app, /四人间/)
  const timer = await screen.findByRole('timer')
  expect(timer.textContent).toMatch(/^(30:00|29:\d\d)$/)
  const asked = campus.calls.filter(({ path }) => path.endsWith('queryTime'))
  expect(asked.at(-1)?.body).toEqual({ stuCode: STUDENT, processId: 3 })
  const before = timer.textContent
  await waitFor(() => expect(timer.textContent).not.toBe(before))
  campus.backend().clock.advance(600)
  try {
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(timer.textContent).toMatch(/^(20:00|19:\d\d)$/))
  } finally {
    campus.backend().clock.advance(-600)
  }
})

test('when a bed reservation expires, the page says 请重新选择宿舍 and offers the types again [DORM-18]', async () => {
  const app = await openApp(address, { as: '990001' })
  await choose(app, /四人间/)
  await screen.findByRole('timer')
  await campus
    .backend()
    .db.updateTable('dorm_choice')
    .set({ held_until: new Date(Date.now() - 1000) })
    .execute()
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await said()).toBe('请重新选择宿舍')
  await choose(app, /双人间/)
  expect(await screen.findByRole('timer')).toBeTruthy()
  expect(screen.getByText('双人间')).toBeTruthy()
})

test('a bed reservation that expired while the page was closed is reported at the next visit [DORM-18]', async () => {
  const app = await openApp(address, { as: '990001' })
  await choose(app, /四人间/)
  await screen.findByRole('timer')
  await campus
    .backend()
    .db.updateTable('dorm_choice')
    .set({ held_until: new Date(Date.now() - 1000) })
    .execute()
  await app.restart(address)
  expect(await said()).toBe('请重新选择宿舍')
})

test('a bed reservation whose time left cannot be loaded shows 宿管系统异常 and still leads to the next step [DORM-17]', async () => {
  campus.addFault(http.post('*/queryTime', () => HttpResponse.json({ code: '0', results: 'soon' })))
  const app = await openApp(address, { as: '990001' })
  await choose(app, /四人间/)
  expect(await said()).toBe('宿管系统异常，请联系管理员！')
  expect(screen.getByRole('button', { name: '下一步' })).toBeTruthy()
})

test('a postgraduate who opens the dormitory step is redirected to the next step [DORM-19]', async () => {
  const app = await openApp('/selectdorm/3/990004', { as: '990004' })
  await waitFor(() => expect(app.address()).toBe('/militaryTrainingClothing/4/990004'))
  expect(campus.calls.some(({ path }) => path.includes('dormitoryType'))).toBe(false)
})

test('offline a dormitory choice is neither sent nor queued, and the page says why and keeps the choice [OFF-25 D-48]', async () => {
  const app = await openApp(address, { as: '990001' })
  await app.user.click(await radio(/四人间/))
  goOffline(campus)
  expect(await screen.findByText(/名额有限，选择宿舍需要联网/)).toBeTruthy()
  await submit(app)
  expect(await said()).toBe('当前网络不可用，请联网后再操作')
  expect((await radio(/四人间/)).checked).toBe(true)
  await app.restart('/outbox')
  expect(await screen.findByText('没有待提交的内容')).toBeTruthy()
})

test('opened offline, the dormitory page says that choosing needs a network because places are limited [D-48]', async () => {
  const app = await openApp(address, { as: '990001' })
  await app.user.click(await radio(/四人间/))
  await waitFor(async () => expect(await formDrafts.read('dorm')).toMatchObject({ type: 'four' }))
  goOffline(campus)
  const { queryClient } = await import('#app/lib/cache/query-client.ts')
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes('dorm-chosen') })
  await app.restart(address)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('名额有限，选择宿舍需要联网')
  expect(alert.textContent).toContain('当前网络不可用，请联网后再操作')
})

test('the page of the student’s room shows type, building, room and bed, also offline [DORM-11 DORM-12 DORM-14 DORM-15]', async () => {
  const app = await openApp('/myDormitory', { as: '990002' })
  for (const value of ['四人间', '紫荆苑3号楼', '412', '2'])
    expect(await screen.findByText(value)).toBeTruthy()
  goOffline(campus)
  await app.restart('/myDormitory')
  expect(await screen.findByText('紫荆苑3号楼')).toBeTruthy()
  expect(screen.getByText(/宿舍信息更新于/)).toBeTruthy()
})

test('for a student without a room the page of the room says 请等待宿舍分配 and goes home [DORM-16]', async () => {
  const app = await openApp('/myDormitory', { as: '990001' })
  expect(await screen.findByText('请等待宿舍分配')).toBeTruthy()
  await waitFor(() => expect(app.address()).toBe('/'))
})

test('a room assigned since the last visit is shown although the cached copy has none [DORM-16]', async () => {
  const app = await openApp('/myDormitory', { as: '990001' })
  await waitFor(() => expect(app.address()).toBe('/'))
  const { queryClient } = await import('#app/lib/cache/query-client.ts')
  queryClient.setQueryData(
    [STUDENT, 'room'],
    { value: { room: null } },
    { updatedAt: Date.now() - 60_000 },
  )
  await campus
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
  await app.restart('/myDormitory')
  expect(await screen.findByText('海棠苑3栋')).toBeTruthy()
  expect(app.address()).toBe('/')
})

test('the dormitory overview shows the chosen type and the room, and says so when either is missing [DORM-13 DORM-15 D-50]', async () => {
  const app = await openApp('/dormitoryInformation', { as: '990001' })
  expect(await screen.findByText('请等待宿舍分配')).toBeTruthy()
  const link = await screen.findByRole('link', { name: /尚未选择/ })
  expect(link.getAttribute('href')).toBe('/selectdorm/3/990001')
  expect(app.address()).toBe('/dormitoryInformation')
  const { db } = campus.backend()
  await db
    .insertInto('dorm_choice')
    .values({ student_code: STUDENT, type_id: 'four', chosen_at: new Date(), held_until: null })
    .execute()
  await db
    .insertInto('dorm_place')
    .values({
      student_code: STUDENT,
      type_name: '四人间',
      building: '海棠苑3栋',
      room: '412',
      bed: '2',
    })
    .execute()
  const { queryClient } = await import('#app/lib/cache/query-client.ts')
  await queryClient.invalidateQueries()
  const main = screen.getByRole('main')
  for (const value of ['海棠苑3栋', '412', '2'])
    expect(await within(main).findByText(value)).toBeTruthy()
  await waitFor(() => expect(within(main).getAllByText('四人间')).toHaveLength(2))
})

test('the dormitory overview shows a postgraduate no chosen type [DORM-19]', async () => {
  await openApp('/dormitoryInformation', { as: '990004' })
  expect(await screen.findByText('请等待宿舍分配')).toBeTruthy()
  expect(screen.queryByText('您选择的宿舍')).toBeNull()
})

test('the dormitory step is shown in English', async () => {
  const { setLanguage } = await import('#app/lib/language/language.ts')
  setLanguage('en')
  await openApp(address, { as: '990001' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Dormitory type' })).toBeTruthy()
  expect(await radio(/3 places left/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Refresh places' }))
  expect(await radio(/30 places left/)).toBeTruthy()
})
