import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { submitToOutbox } from '#app/lib/outbox/outbox.ts'
import {
  bindDemoUser,
  goOffline,
  openApp,
  openScreenCampus,
} from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const rows = async () => within(await screen.findByRole('list')).getAllByRole('listitem')
const row = async (title: string) => {
  const found = (await rows()).find((one) => one.textContent?.includes(title))
  if (found === undefined) throw new Error(`no step ${title}`)
  return found
}
/** Answer with a list of steps of which these are done. */
const flow = (...done: string[]) =>
  http.post('*/api/proces/findProcess', () =>
    HttpResponse.json({
      results: [
        'personalinformation',
        'schoolInformation',
        'selectdorm',
        'militaryTrainingClothing',
        'onlinefee',
        'checkin',
        'livinguse',
      ].map((urlName, index) => ({
        processId: index + 1,
        moduleName: `步骤${urlName}`,
        urlName,
        skip: '0',
        newStatus: done.includes(urlName) ? '1' : '0',
      })),
    }),
  )

test('a new student sees all steps numbered, each with its status [FLOW-01 FLOW-02 FLOW-12]', async () => {
  await openApp('/welcome/990001', { as: '990001' })
  expect(await screen.findByRole('heading', { level: 1, name: '新生网上报到' })).toBeTruthy()
  const all = await rows()
  expect(all).toHaveLength(7)
  expect(all[0]?.textContent).toMatch(/^1.*下一步/)
  expect(all[6]?.textContent).toMatch(/^7.*未开始/)
  expect(
    screen.getByText('"已完成"由学校确认。"待提交"的内容只在这部手机上，请勿卸载。'),
  ).toBeTruthy()
})

test('a done step shows 已完成 with the time that the university has recorded [FLOW-02]', async () => {
  await openApp('/welcome/990002', { as: '990002' })
  expect((await rows())[0]?.textContent).toMatch(/已提交 · .*\d\d:\d\d已完成/)
})

test('a continuing student’s list of steps is titled 网上缴费 and has only the two payment steps [FLOW-13]', async () => {
  await openApp('/welcome/880001', { as: '880001' })
  expect(await screen.findByRole('heading', { level: 1, name: '网上缴费' })).toBeTruthy()
  expect((await rows()).map((one) => one.textContent?.slice(0, 5))).toEqual([
    '1缴费信息',
    '2缴费明细',
  ])
})

test('the first step links to its form, and a tap on a later step names the step that must be done first [FLOW-09 FLOW-10]', async () => {
  const app = await openApp('/welcome/990001', { as: '990001' })
  expect(
    within(await row('个人与家庭信息'))
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/personalinformation/1/990001')
  await app.user.click(within(await row('到校信息')).getByRole('button'))
  expect(await screen.findByText('请先完成“个人与家庭信息”')).toBeTruthy()
  expect(app.address()).toBe('/welcome/990001')
})

test('the second step opens when the first is done [FLOW-10]', async () => {
  campus.addFault(flow('personalinformation'))
  const app = await openApp('/welcome/990001', { as: '990001' })
  await app.user.click(within(await row('schoolInformation')).getByRole('link'))
  await waitFor(() => expect(app.address()).toBe('/schoolInformation/2/990001'))
})

test('the list of steps is stored in local storage as flowdata [FLOW-14]', async () => {
  await openApp('/welcome/990001', { as: '990001' })
  await rows()
  await waitFor(() => {
    const kept = JSON.parse(localStorage.getItem('flowdata') ?? '{}')
    expect(kept.results[1]).toMatchObject({
      processId: 2,
      urlName: 'schoolInformation',
      newStatus: '0',
    })
  })
})

test('a step that can be skipped has a skip button [FLOW-16]', async () => {
  await openApp('/schoolInformation/2/990001', { as: '990001' })
  expect(await screen.findByRole('button', { name: '跳过' })).toBeTruthy()
})

test('a step with skip 0 has no skip button [FLOW-16]', async () => {
  campus.addFault(flow())
  await openApp('/schoolInformation/2/990001', { as: '990001' })
  await screen.findByRole('button', { name: '提交' })
  expect(screen.queryByRole('button', { name: '跳过' })).toBeNull()
})

test('skipping a step opens the next one and sends nothing to the server [FLOW-11 FLOW-16]', async () => {
  const app = await openApp('/schoolInformation/2/990001', { as: '990001' })
  await app.user.click(await screen.findByRole('button', { name: '跳过' }))
  await waitFor(() => expect(app.address()).toBe('/selectdorm/3/990001'))
  expect(
    campus.calls.filter(
      ({ path }) =>
        path.includes('addStatus') || (path.includes('BusInformation') && !path.includes('find')),
    ),
  ).toEqual([])
})

describe('a form of a step before payment that waits in the outbox', () => {
  const travelled = ['personalinformation', 'schoolInformation', 'selectdorm']
  /** Open a page and submit the uniform form, which waits in the outbox. */
  const waitingUniform = async (address: string) => {
    campus.addFault(
      flow(...travelled),
      http.post('*/NewReports/addNewReports', () => HttpResponse.error()),
    )
    const app = await openApp(address, { as: '990001' })
    await act(() => submitToOutbox({ form: 'uniform', payload: {} }))
    return app
  }

  test('home names the waiting form and the step that it unlocks [FLOW-10 XC-29]', async () => {
    await waitingUniform('/')
    const card = (await screen.findByText('“步骤militaryTrainingClothing”待提交')).closest('a')
    expect(card?.textContent).toContain(
      '3 步已完成，1 步待提交 · 学校收到后即可继续“步骤onlinefee”',
    )
    expect(card?.getAttribute('href')).toBe('/outbox')
    expect(screen.queryByText(/全部填写/)).toBeNull()
  })

  test('a tap on any locked step names the waiting form that locks it [FLOW-10]', async () => {
    const app = await waitingUniform('/welcome/990001')
    await screen.findByText('待提交', { selector: 'main *' })
    for (const locked of ['onlinefee', 'checkin', 'livinguse']) {
      await app.user.click(within(await row(locked)).getByRole('button'))
      expect(
        await screen.findByText('学校收到“步骤militaryTrainingClothing”后，即可办理后续步骤'),
      ).toBeTruthy()
    }
  })

  test('while no step is done, a tap on a locked step names the first step [FLOW-10]', async () => {
    campus.addFault(flow())
    const app = await openApp('/welcome/990001', { as: '990001' })
    await app.user.click(within(await row('livinguse')).getByRole('button'))
    expect(await screen.findByText('请先完成“步骤personalinformation”')).toBeTruthy()
  })
})

test('an empty list of steps shows 学校还没有发布报到步骤', async () => {
  campus.addFault(http.post('*/api/proces/findProcess', () => HttpResponse.json({ results: [] })))
  await openApp('/welcome/990001', { as: '990001' })
  expect(await screen.findByText('学校还没有发布报到步骤')).toBeTruthy()
})

test('a list of steps that cannot be loaded has a retry button', async () => {
  campus.addFault(
    http.post('*/api/proces/findProcess', () => HttpResponse.json({}, { status: 500 }), {
      once: true,
    }),
  )
  const app = await openApp('/welcome/990001', { as: '990001' })
  await app.user.click(await screen.findByRole('button', { name: '重试' }))
  expect(await rows()).toHaveLength(7)
})

test('offline the cached list of steps is shown with its age [OFF-08]', async () => {
  await bindDemoUser('990001')
  const app = await openApp('/welcome/990001')
  await rows()
  goOffline(campus)
  await app.restart()
  expect(await rows()).toHaveLength(7)
  expect(screen.getByText(/报到步骤更新于[今昨]天 \d\d:\d\d，可能不是最新/)).toBeTruthy()
})

describe('the step that needs a room', () => {
  const before = [
    'personalinformation',
    'schoolInformation',
    'selectdorm',
    'militaryTrainingClothing',
    'onlinefee',
    'checkin',
  ]
  let asked = 0
  const room = (data: object | null) =>
    http.post('*/orientation/selectDormInfo', () => {
      asked += 1
      return HttpResponse.json({ code: '0', data })
    })
  const given = { typeName: '四人间', dormName: '海棠苑3栋', dormno: '412', bedID: '2' }

  test('the list and home show that a step waits for a room to be assigned, and no page leads to that step [LIV-09]', async () => {
    campus.addFault(flow(...before), room(null))
    const app = await openApp('/welcome/990001', { as: '990001' })
    await screen.findByText('等待分配宿舍')
    const waiting = await row('步骤livinguse')
    expect(waiting.textContent).toBe('7步骤livinguse分配宿舍后即可填写等待分配宿舍')
    expect(within(waiting).queryByRole('link')).toBeNull()
    await app.user.click(within(waiting).getByRole('button'))
    expect(await screen.findByText('请等待宿舍分配')).toBeTruthy()
    expect(app.address()).toBe('/welcome/990001')
    await app.restart('/')
    const card = (await screen.findByText('等待学校分配宿舍')).closest('a')
    expect(card?.getAttribute('href')).toBe('/welcome/990001')
    expect(card?.textContent).toContain('6 步已完成 · 分配后即可填写“步骤livinguse”')
    // 下一步 on the step before it leads to the list of steps.
    await app.restart('/checkin/6/990001')
    await app.user.click(await screen.findByRole('button', { name: '下一步' }))
    await waitFor(() => expect(app.address()).toBe('/welcome/990001'))
    expect(await screen.findByText('等待分配宿舍')).toBeTruthy()
  })

  test('the list and home show the step that needs a room as the next step once a room is assigned [LIV-09]', async () => {
    asked = 0
    campus.addFault(flow(...before), room(given))
    const app = await openApp('/welcome/990001', { as: '990001' })
    expect((await row('步骤livinguse')).textContent).toMatch(/下一步$/)
    await app.restart('/')
    const card = (await screen.findByText('步骤livinguse')).closest('a')
    await waitFor(() => expect(asked).toBeGreaterThan(0))
    expect(card?.getAttribute('href')).toBe('/livinguse/7/990001')
  })
})
