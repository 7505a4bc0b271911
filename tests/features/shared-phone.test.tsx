import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refreshSession, resumeSession } from '#app/lib/identity.ts'
import { submit } from '#app/lib/outbox.ts'
import { currentSession, endSession, token } from '#app/lib/session.ts'
import { openDatabase } from '#offline/database'
import { createOutbox } from '#offline/outbox'
import { travelRecord } from '#tests/support/phone.ts'
import { bindAs, goOffline, openApp, openCampus } from '#tests/support/render.tsx'

const campus = openCampus()
const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()
/** The outbox of this phone as another tab, or an earlier visit, has it. */
const outbox = createOutbox({ database: openDatabase() })
const write = (subject: string) => outbox.add({ form: 'travel', subject, payload: travelRecord({ student: subject }) })

describe('another tab has unbound', () => {
  let line: BroadcastChannel
  beforeEach(() => {
    line = new BroadcastChannel('baodao-outbox')
  })
  afterEach(() => line.close())
  /** Told until it was heard: this page begins to listen some time after the binding. */
  const hears = (what: () => void) =>
    waitFor(() => {
      line.postMessage('forgotten')
      what()
    })

  test('ID-24 OFF-09 this one empties itself', async () => {
    await openApp('/', { as: '990001' })
    localStorage.clear()
    await hears(() => expect(currentSession()).toBeNull())
    expect((await screen.findAllByText('请先绑定')).length).toBeGreaterThan(0)
  })

  test('OFF-09 OFF-20 heard late, when somebody else is bound there: nothing of theirs is touched, and this one starts anew', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    await openApp('/', { as: '990001' })
    const next = await campus.backend().signInAs('990003')
    localStorage.clear()
    localStorage.setItem('token', next.token)
    await write('S990003')
    await hears(() => expect(reload).toHaveBeenCalled())
    expect(token()).toBe(next.token)
    expect(await outbox.list('S990003')).toHaveLength(1)
  })

  test('OFF-09 D-105 not heard at all: looked at again, a tab whose person the phone does not know any more starts anew', async () => {
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

  test('OFF-09 an answer that comes after it brings nobody back', async () => {
    await openApp('/', { as: '990001' })
    const asking = refreshSession()
    localStorage.clear()
    await asking
    expect(token()).toBeUndefined()
    expect(localStorage.getItem('stuCode')).toBeNull()
  })

  test('OFF-09 a tab that has kept its own person beside the next one’s token starts as nobody', async () => {
    await openApp('/', { as: '990001' })
    localStorage.setItem('stuCode', 'S990003')
    expect(await startAnew()).toBeNull()
    localStorage.setItem('stuCode', 'S990001')
    expect(await startAnew()).toMatchObject({ subject: 'S990001' })
  })
})

test('ID-25 D-105 what an earlier person left unsent is named before unbinding deletes it', async () => {
  for (const student of ['S990003', 'S990004']) await write(student)
  await write('S990001')
  const { user } = await openApp('/', { as: '880001' })
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: '解除绑定' }))
    return within(await screen.findByRole('dialog', { name: '温馨提示：' }))
  }
  const first = await ask()
  expect(first.getByText(/还有其他人的 3 份内容没有提交，解除绑定也会删除/)).toBeTruthy()
  expect(first.queryByRole('button', { name: '先提交' })).toBeNull()
  await user.click(first.getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await outbox.list('S990003')).toHaveLength(1)
  await user.click((await ask()).getByRole('button', { name: '放弃并解除绑定' }))
  await waitFor(() => expect(currentSession()).toBeNull())
  await waitFor(async () => expect(await outbox.list('S990003')).toEqual([]))
})

test('ID-25 one’s own unsent forms are not counted as somebody else’s', async () => {
  const { user } = await openApp('/', { as: '990001' })
  goOffline(campus)
  await act(() => submit({ form: 'travel', payload: travelRecord({ student: 'S990001' }) }))
  await user.click(await screen.findByRole('button', { name: '解除绑定' }))
  const dialog = within(await screen.findByRole('dialog', { name: '温馨提示：' }))
  expect(await dialog.findByText('还有 1 份内容没有提交给学校，解除绑定会丢失。')).toBeTruthy()
  expect(dialog.queryByText(/其他人/)).toBeNull()
})

test('D-10 D-105 an answer to an older token ends nothing: who has bound anew stays, and what waits arrives', async () => {
  await campus.backend().db.deleteFrom('travel').where('student_code', '=', 'S990001').execute()
  let answer = () => {}
  const late = new Promise<void>((resolve) => (answer = resolve))
  const asked = vi.fn<(token: string | null) => void>()
  campus.fault(
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
  const old = token()
  const days = { startDate: `${year}-08-20`, arrivalDate: `${year}-08-21` }
  await act(() => submit({ form: 'travel', payload: travelRecord({ student: 'S990001', ...days }) }))
  await waitFor(() => expect(asked).toHaveBeenCalledWith(old))
  await act(() => bindAs('990001'))
  expect(token()).not.toBe(old)
  answer()
  expect(await screen.findByText('学校已收到')).toBeTruthy()
  expect(currentSession()?.subject).toBe('S990001')
  expect(token()).toBeDefined()
})

/** The page is loaded again: nobody is in memory. */
async function startAnew() {
  const [kept, secret] = [localStorage.getItem('stuCode') ?? '', token() ?? '']
  endSession('root')
  localStorage.setItem('token', secret)
  localStorage.setItem('stuCode', kept)
  return resumeSession()
}
