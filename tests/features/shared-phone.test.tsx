import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refreshSession, resumeSession } from '#app/features/identity/sign-in.ts'
import { unbindAndClearPhone } from '#app/features/identity/unbinding.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { listExportableItems, submitToOutbox } from '#app/lib/outbox/outbox.ts'
import {
  currentSession,
  endSession,
  consumeSessionEndReason,
  getSessionToken,
} from '#app/lib/session/session.ts'
import { createDraftStore } from '#offline/outbox/drafts'
import { createOutbox } from '#offline/outbox/outbox'
import { openOutboxDatabase } from '#offline/storage/outbox-database'
import { createReadCache } from '#offline/storage/read-cache'
import { toChinaYear } from '#server/platform/clock'
import { sampleTravel } from '#tests/support/offline/offline-page.ts'
import {
  bindDemoUser,
  goOffline,
  openApp,
  openScreenCampus,
} from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const year = toChinaYear(new Date())
/** The phone's outbox, used by the tests in place of another tab or an earlier visit. */
const database = openOutboxDatabase()
const outbox = createOutbox({ database })
const drafts = createDraftStore({ database })
const write = (subject: string) =>
  outbox.add({ form: 'travel', subject, payload: sampleTravel({ student: subject }) })

describe('an unbinding in another tab', () => {
  let line: BroadcastChannel
  beforeEach(() => {
    line = new BroadcastChannel('baodao-outbox')
  })
  afterEach(() => line.close())
  /**
   * Send the message "forgotten" until it is received, since the page starts to listen some time
   * after binding.
   */
  const hears = (what: () => void) =>
    waitFor(() => {
      line.postMessage('forgotten')
      what()
    })

  test('a tab clears its session when another tab has unbound [ID-24 OFF-09]', async () => {
    await openApp('/', { as: '990001' })
    localStorage.clear()
    await hears(() => expect(currentSession()).toBeNull())
    expect((await screen.findAllByText('请先绑定')).length).toBeGreaterThan(0)
  })

  test('a tab that is told of an unbinding after the next student has bound reloads and leaves that student’s data unchanged [OFF-09 OFF-20]', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    await openApp('/', { as: '990001' })
    const next = await campus.backend().signInAs('990003')
    localStorage.clear()
    localStorage.setItem('token', next.token)
    await write('S990003')
    await hears(() => expect(reload).toHaveBeenCalled())
    expect(getSessionToken()).toBe(next.token)
    expect(await outbox.list('S990003')).toHaveLength(1)
  })

  test('a tab that was not told of an unbinding reloads when it becomes visible [OFF-09 D-105]', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    await openApp('/', { as: '990001' })
    document.dispatchEvent(new Event('visibilitychange'))
    expect(reload).not.toHaveBeenCalled()
    localStorage.setItem('stuCode', 'S990003')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(reload).toHaveBeenCalledOnce()
    localStorage.clear()
    window.dispatchEvent(new Event('pageshow'))
    await waitFor(() => expect(currentSession()).toBeNull())
  })

  test('a response that arrives after an unbinding does not restore the session [OFF-09]', async () => {
    await openApp('/', { as: '990001' })
    const asking = refreshSession()
    localStorage.clear()
    await asking
    expect(getSessionToken()).toBeUndefined()
    expect(localStorage.getItem('stuCode')).toBeNull()
  })

  test('a reloaded tab whose student is not the one that local storage names starts unbound [OFF-09]', async () => {
    await openApp('/', { as: '990001' })
    localStorage.setItem('stuCode', 'S990003')
    expect(await restartApp()).toBeNull()
    localStorage.setItem('stuCode', 'S990001')
    expect(await restartApp()).toMatchObject({ subject: 'S990001' })
  })
})

test('the dialog before unbinding counts other students’ unsent items before it deletes them [ID-25 D-105]', async () => {
  for (const student of ['S990003', 'S990004']) await write(student)
  await write('S990001')
  const { user } = await openApp('/', { as: '880001' })
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: '解除绑定' }))
    return within(await screen.findByRole('dialog', { name: '温馨提示：' }))
  }
  const first = await ask()
  expect(first.getByText(/还有其他人的 3 份内容没有提交/)).toBeTruthy()
  expect(first.queryByRole('button', { name: '先提交' })).toBeNull()
  await user.click(first.getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await outbox.list('S990003')).toHaveLength(1)
  await user.click((await ask()).getByRole('button', { name: '全部删除并解除绑定' }))
  await waitFor(() => expect(currentSession()).toBeNull())
  await waitFor(async () => expect(await outbox.list('S990003')).toEqual([]))
})

test('unbinding can keep another student’s unsent items, which are sent when that student binds again [OFF-20]', async () => {
  await campus.backend().db.deleteFrom('travel').where('student_code', '=', 'S990003').execute()
  const days = { startDate: `${year}-08-20`, arrivalDate: `${year}-08-21` }
  await outbox.add({
    form: 'travel',
    subject: 'S990003',
    payload: sampleTravel({ student: 'S990003', ...days }),
  })
  const { user } = await openApp('/me', { as: '990001' })
  await drafts.save({ subject: 'S990001', form: 'family', values: { name: '陈' }, savedAt: 0 })
  await user.click(await screen.findByRole('button', { name: '解除绑定' }))
  await user.click(await screen.findByRole('button', { name: '解除绑定，留下其他人的内容' }))
  await waitFor(() => expect(currentSession()).toBeNull())
  await waitFor(async () => expect(await drafts.read('S990001', 'family')).toBeUndefined())
  expect(await outbox.list('S990003')).toHaveLength(1)
  // While nobody is bound, the outbox shows only the number of items and a button to delete them.
  await openApp('/outbox')
  expect(await screen.findByText('其他人的 1 份内容')).toBeTruthy()
  expect(screen.getByRole('button', { name: '清除这部手机' })).toBeTruthy()
  await act(() => bindDemoUser('990003'))
  expect(await screen.findByText('学校已收到')).toBeTruthy()
})

describe('after the campus has ended a session', () => {
  const arrive = {
    startDate: `${year}-08-20`,
    arrivalDate: `${year}-08-21`,
    remark: '只有本人能看',
  }
  const submitted = () =>
    act(() =>
      submitToOutbox({ form: 'travel', payload: sampleTravel({ student: 'S990001', ...arrive }) }),
    )

  test('when the session ends, an open page says so, and signing in leads back to that page [XC-09]', async () => {
    const { user, address } = await openApp('/searchcourse/880001', { as: '880001' })
    await screen.findByRole('table')
    act(() => endSession('root', 'password'))
    expect(await screen.findByText('登录已失效，请重新绑定')).toBeTruthy()
    expect(screen.getByText(/密码在另一处修改过/)).toBeTruthy()
    expect(screen.queryByText('暂无课表')).toBeNull()
    await waitFor(() => expect(address()).toBe('/?next=%2Fsearchcourse%2F880001'))
    await user.click(await screen.findByRole('link', { name: '重新绑定' }))
    await waitFor(() => expect(address()).toBe('/login?next=%2Fsearchcourse%2F880001'))
  })

  test.each([
    '/',
    '/searchscore/880001',
    '/welcome/990001',
    '/editinfo/990001',
    '/outbox/1/repair',
  ])('after a session has ended, opening %s says so [XC-09]', async (page) => {
    await bindDemoUser('880001')
    endSession('root')
    consumeSessionEndReason()
    await openApp(page)
    expect(await screen.findByText('登录已失效，请重新绑定')).toBeTruthy()
    expect(screen.getByRole('link', { name: '重新绑定' })).toBeTruthy()
    expect(screen.queryByText('您不是在校生')).toBeNull()
  })

  test('after a session has ended, the outbox shows which forms wait, but neither their content nor an export [OFF-22 D-105]', async () => {
    await openApp('/outbox', { as: '990001' })
    goOffline(campus)
    await submitted()
    expect(await screen.findByRole('button', { name: '导出' })).toBeTruthy()
    expect(screen.getByText(/→ 学校/)).toBeTruthy()
    act(() => endSession('root'))
    await openApp('/outbox')
    expect(await screen.findByText('到校信息')).toBeTruthy()
    expect(screen.queryByText(/→ 学校/)).toBeNull()
    for (const name of ['导出', '修改', '全部提交'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('link', { name: '修改' })).toBeNull()
    expect(listExportableItems()).toEqual([])
  })

  test('after a session has ended, waiting items and the stored student can be deleted from the phone [D-105]', async () => {
    const { user } = await openApp('/', { as: '990001' })
    goOffline(campus)
    await submitted()
    act(() => endSession('root'))
    await user.click(await screen.findByRole('button', { name: '清除这部手机' }))
    const dialog = within(await screen.findByRole('dialog', { name: '温馨提示：' }))
    expect(dialog.getByText('还有 1 份内容没有提交给学校，清除后会丢失。')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: '确定清除' }))
    expect(await screen.findByText('未绑定')).toBeTruthy()
    expect(await outbox.list('S990001')).toEqual([])
    expect(localStorage.getItem('stuCode')).toBeNull()
  })

  test('after a session has ended and another student has bound, only the earlier student’s unsent items stay on the phone [OFF-09 OFF-20]', async () => {
    await openApp('/searchcourse/880001', { as: '880001' })
    await screen.findByRole('table')
    await drafts.save({
      subject: 'S880001',
      form: 'travel',
      values: { remark: '草稿' },
      savedAt: 0,
    })
    await write('S880001')
    await waitFor(async () => expect((await kept()).join()).toContain('S880001'))
    act(() => endSession('root'))
    await act(() => bindDemoUser('880003'))
    await waitFor(async () => expect(await drafts.read('S880001', 'travel')).toBeUndefined())
    expect((await kept()).join()).not.toContain('S880001')
    expect(queryClient.getQueryCache().findAll({ queryKey: ['S880001'] })).toEqual([])
    expect(
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    ).not.toMatch(/(?<!\d)880001(?!\d)|刘嘉怡/)
    expect(await outbox.list('S880001')).toHaveLength(1)
  })

  test('a response to an earlier student’s call is not cached after another student has bound [OFF-09 D-19 D-105]', async () => {
    await openApp('/searchcourse/880001', { as: '880001' })
    await screen.findByRole('table')
    await waitFor(async () => expect((await kept()).join()).toContain('"S880001","term-timetable"'))
    let arrive = () => {}
    const held = new Promise<void>((resolve) => (arrive = resolve))
    const answered = vi.fn<() => void>()
    campus.addFault(
      http.post('*/stuTable', async ({ request }) => {
        const { url, method, headers } = request
        const body = await request.text()
        const answer = await campus.backend().fetch(url, { method, headers: [...headers], body })
        answered()
        await held
        return answer
      }),
    )
    void queryClient.refetchQueries({ queryKey: ['S880001', 'term-timetable'] })
    await waitFor(() => expect(answered).toHaveBeenCalled())
    expect((await unbindAndClearPhone()).isClean).toBe(true)
    await bindDemoUser('990001')
    arrive()
    // A later read of the bound student is cached, and the earlier student's response is not.
    await openApp('/welcome/990001')
    await waitFor(async () => expect((await kept()).join()).toContain('S990001'))
    expect((await kept()).join()).not.toContain('S880001')
  })
})

/** List the names of the phone's cached reads. */
const kept = async () => (await createReadCache().storage.entries()).map(([name]) => name)

test('the dialog before unbinding does not count the student’s own unsent forms as other people’s [ID-25]', async () => {
  const { user } = await openApp('/', { as: '990001' })
  goOffline(campus)
  await act(() => submitToOutbox({ form: 'travel', payload: sampleTravel({ student: 'S990001' }) }))
  await user.click(await screen.findByRole('button', { name: '解除绑定' }))
  const dialog = within(await screen.findByRole('dialog', { name: '温馨提示：' }))
  expect(await dialog.findByText('还有 1 份内容没有提交给学校，解除绑定会丢失。')).toBeTruthy()
  expect(dialog.queryByText(/其他人/)).toBeNull()
})

test('a 401 response to an older token does not end the session of the newly bound student, whose item is sent [D-10 D-105]', async () => {
  await campus.backend().db.deleteFrom('travel').where('student_code', '=', 'S990001').execute()
  let answer = () => {}
  const late = new Promise<void>((resolve) => (answer = resolve))
  const asked = vi.fn<(token: string | null) => void>()
  campus.addFault(
    http.post(
      '*/findBusInformation',
      async ({ request }) => {
        asked(request.headers.get('authorization'))
        await late
        return HttpResponse.json({ status: -400 }, { status: 401 })
      },
      { once: true },
    ),
  )
  await openApp('/outbox', { as: '990001' })
  const old = getSessionToken()
  const days = { startDate: `${year}-08-20`, arrivalDate: `${year}-08-21` }
  await act(() =>
    submitToOutbox({ form: 'travel', payload: sampleTravel({ student: 'S990001', ...days }) }),
  )
  await waitFor(() => expect(asked).toHaveBeenCalledWith(old))
  await act(() => bindDemoUser('990001'))
  expect(getSessionToken()).not.toBe(old)
  answer()
  expect(await screen.findByText('学校已收到')).toBeTruthy()
  expect(currentSession()?.subject).toBe('S990001')
  expect(getSessionToken()).toBeDefined()
})

/** Empty the memory and resume the stored session, as a reload does. */
async function restartApp() {
  const [kept, secret] = [localStorage.getItem('stuCode') ?? '', getSessionToken() ?? '']
  endSession('root')
  localStorage.setItem('token', secret)
  localStorage.setItem('stuCode', kept)
  return resumeSession()
}
