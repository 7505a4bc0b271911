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

/**
 * Prepare the phone for offline use as the app does after binding; returns the result and the
 * reported progress.
 */
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

/** Clear the reads in memory, so that only the data stored on the phone is left. */
const forgetMemory = () =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => !queryKey.includes('apps') })

test('after binding, without any page being opened, all pages that a new student needs are readable offline [D-103 OFF-26]', async () => {
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

test('offline preparation is not ready while one read is missing, and requests nothing once all reads are cached', async () => {
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

test('after offline preparation a supervisor has the roster offline without having opened the scanner [OFF-28 D-103]', async () => {
  await bindDemoUser('T2001')
  expect((await prepare()).isReady).toBe(true)
  forgetMemory()
  goOffline(campus)
  await openApp('/scanCodes')
  expect(await screen.findByText(/[1-9]\d* 名学生/)).toBeTruthy()
})

test('after offline preparation the default term of grades opens offline, and a term that was never loaded says so [D-103 GRD-01]', async () => {
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

test('after offline preparation every week of the timetable opens offline, also when the weeks differ [D-103 TTB-06]', async () => {
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

test('a tab in which nobody is bound keeps the start-up cache of a student who was bound in another tab', async () => {
  await bindDemoUser('990001')
  await waitUntil(() => expect(localStorage.getItem('start-up') ?? '').toContain('陈晓雨'))
  // Act as the other tab, in which nobody is bound and which loads the public list again.
  queryClient.removeQueries({ queryKey: ['identity'] })
  queryClient.setQueryData(['nobody', 'apps', '1', '0'], { value: { apps: [] } })
  await waitUntil(() => expect(localStorage.getItem('start-up') ?? '').toContain('nobody'))
  expect(localStorage.getItem('start-up')).toContain('陈晓雨')
  await clearPhoneData()
  expect(localStorage.getItem('start-up') ?? '').not.toContain('陈晓雨')
})
