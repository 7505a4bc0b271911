import { fireEvent, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { clearPhoneData } from '#app/features/identity/unbinding.ts'
import { prepareSessionOffline } from '#app/features/offline-preparation/session.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { toChinaDay } from '#server/platform/clock'
import {
  bindDemoUser,
  goOffline,
  openApp,
  openScreenCampus,
} from '#tests/support/screens/render.tsx'
import { waitUntil } from '#tests/support/setup/wait-until.ts'

const campus = openScreenCampus()

/** Prepare for offline use as the app does after the binding; returns its progress and result. */
async function prepare() {
  const session = currentSession()
  if (session === null) throw new Error('nobody is bound')
  const told: number[] = []
  let all = 0
  const isReady = await prepareSessionOffline(session, (done, of) => {
    told.push(done)
    all = of
  })
  return { isReady, told, all }
}

/** Nothing is left but the phone's stored data. */
const forgetMemory = () =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => !queryKey.includes('apps') })

test('after the binding alone everything that a new student needs offline is cached [D-103 OFF-26]', async () => {
  await bindDemoUser('990002')
  const { isReady, told, all } = await prepare()
  expect(isReady).toBe(true)
  expect(told).toEqual(Array.from({ length: all + 1 }, (_, done) => done))
  forgetMemory()
  goOffline(campus)
  const app = await openApp('/welcome/990002')
  expect(await screen.findByText('到校信息')).toBeTruthy()
  for (const [address, seen] of [
    ['/personalinformation/1/990002', /家庭/],
    ['/militaryTrainingClothing/4/990002', /帽/],
    ['/livinguse/7/990002', /床上用品|套/],
    ['/schoolInformation/2/990002', /出发城市/],
    ['/onlinefee/5/990002', /¥/],
    ['/myDormitory', /宿舍楼/],
  ] as const) {
    await app.restart(address)
    expect((await screen.findAllByText(seen)).length, address).toBeGreaterThan(0)
  }
})

test('the phone is not ready while a single read is missing, and loads only that one afterwards', async () => {
  await bindDemoUser('990001')
  let isDown = true
  campus.addFault(
    http.post('*/api/uniSele/colo', () =>
      isDown ? HttpResponse.json({ msg: '' }, { status: 503 }) : undefined,
    ),
  )
  const first = await prepare()
  expect(first.isReady).toBe(false)
  expect(first.told.at(-1)).toBeLessThan(first.all)
  isDown = false
  const second = await prepare()
  expect(second).toMatchObject({
    isReady: true,
    told: Array.from({ length: second.all + 1 }, (_, done) => done),
  })
  campus.calls.length = 0
  expect((await prepare()).isReady).toBe(true)
  expect(campus.calls.map(({ path }) => path)).toEqual([])
})

test('a supervisor has the roster for the corridor without having opened the scanner [OFF-28 D-103]', async () => {
  await bindDemoUser('T2001')
  expect((await prepare()).isReady).toBe(true)
  forgetMemory()
  goOffline(campus)
  await openApp('/scanCodes')
  expect(await screen.findByText(/[1-9]\d* 名学生/)).toBeTruthy()
})

test('the default term of grades opens after "ready" without a network, and a term that was never loaded says so [D-103 GRD-01]', async () => {
  const { db } = campus.backend()
  const terms = await db.selectFrom('term').selectAll().orderBy('first_monday', 'desc').execute()
  const [running] = terms.filter(({ first_monday }) => first_monday <= toChinaDay(new Date()))
  await db
    .deleteFrom('grade')
    .where('term', '=', running?.label ?? '')
    .execute()
  await bindDemoUser('880001')
  expect((await prepare()).isReady).toBe(true)
  forgetMemory()
  goOffline(campus)
  const { user } = await openApp('/searchscore/880001')
  expect((await screen.findAllByRole('rowheader')).length).toBeGreaterThan(1)
  expect(screen.queryByText('当前没有可查询的成绩')).toBeNull()
  await user.click(screen.getByRole('button', { name: /学期/ }))
  await user.click((await screen.findAllByRole('radio')).at(-1) as HTMLElement)
  expect(await screen.findByText(/这个学期的成绩还没有存到手机上/)).toBeTruthy()
  expect(screen.queryByText('查询失败')).toBeNull()
})

test('after "ready" every week of the timetable opens without a network, also where the weeks differ [D-103 TTB-06]', async () => {
  const { db } = campus.backend()
  const lesson = await db.selectFrom('lesson').selectAll().orderBy('id').executeTakeFirstOrThrow()
  await db.updateTable('lesson').set({ weeks: '1' }).where('id', '=', lesson.id).execute()
  await bindDemoUser('880001')
  expect((await prepare()).isReady).toBe(true)
  forgetMemory()
  goOffline(campus)
  await openApp('/searchcourse/880001')
  const choice = await screen.findByRole('combobox', { name: '选择周次' })
  for (const { value } of choice.querySelectorAll('option')) {
    fireEvent.change(choice, { target: { value } })
    expect(
      await screen.findByRole('table', { name: new RegExp(`第 ${value} 周课表`) }),
    ).toBeTruthy()
  }
  expect(screen.queryByText('这一周还没有存到手机上')).toBeNull()
})

test('a tab opened before a binding in another one deletes nothing of what that one has cached', async () => {
  await bindDemoUser('990001')
  await waitUntil(() => expect(localStorage.getItem('start-up') ?? '').toContain('陈晓雨'))
  // The other tab: nobody is bound in it, and it loads the public list again.
  queryClient.removeQueries({ queryKey: ['identity'] })
  queryClient.setQueryData(['nobody', 'apps', '1', '0'], { value: { apps: [] } })
  await waitUntil(() => expect(localStorage.getItem('start-up') ?? '').toContain('nobody'))
  expect(localStorage.getItem('start-up')).toContain('陈晓雨')
  await clearPhoneData()
  expect(localStorage.getItem('start-up') ?? '').not.toContain('陈晓雨')
})
