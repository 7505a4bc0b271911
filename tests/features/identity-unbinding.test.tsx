import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  finishUnbinding,
  unbindAndClearPhone,
  unbindUnlessRefused,
} from '#app/features/identity/unbinding.ts'
import { formDrafts } from '#app/lib/outbox/drafts.ts'
import { currentSession, isCleanupPending, getSessionToken } from '#app/lib/session/session.ts'
import { createOutbox } from '#offline/outbox/outbox'
import { openOutboxDatabase } from '#offline/storage/outbox-database'
import { sampleTravel } from '#tests/support/offline/offline-page.ts'
import {
  bindDemoUser,
  createHangingHandler,
  openApp,
  openScreenCampus,
} from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const outbox = createOutbox({ database: openOutboxDatabase() })
const write = (subject: string) =>
  outbox.add({ form: 'travel', subject, payload: sampleTravel({ student: subject }) })
// The engine of a bound phone sends a stored form at once, after which it is no longer listed.
const holdSending = () =>
  campus.addFault(createHangingHandler('*/api/TravelInformation/addBusInformation'))
const databases = async () => (await indexedDB.databases()).map(({ name = '' }) => name)
const sessions = (code: string) =>
  campus
    .backend()
    .db.selectFrom('session')
    .selectAll()
    .where('code', '=', code)
    .where('ended_at', 'is', null)
    .execute()
const unbindOnScreen = async () => {
  const { user } = await openApp('/me')
  await user.click(await screen.findByRole('button', { name: '解除绑定' }))
  const dialog = within(await screen.findByRole('dialog', { name: '温馨提示：' }))
  await user.click(
    dialog.getByRole('button', { name: /确定解除|放弃并解除绑定|全部删除并解除绑定/ }),
  )
  return user
}

describe('unbinding [ID-24 D-105]', () => {
  test('unbinding clears the phone when the request gets no response', async () => {
    await bindDemoUser('990001')
    await write('S990001')
    campus.addFault(createHangingHandler('*/api/binding/cleanOpenId'))
    await unbindOnScreen()
    expect((await screen.findAllByText('请先绑定')).length).toBeGreaterThan(0)
    expect(localStorage.getItem('token')).toBeNull()
    expect(await outbox.list('S990001')).toEqual([])
  })

  test('the dialog before unbinding counts drafts, and its export contains them [ID-25]', async () => {
    await bindDemoUser('990001')
    await formDrafts.save('advice', { content: '三楼没有热水', category: '', pictures: [] })
    const { user } = await openApp('/me')
    await user.click(await screen.findByRole('button', { name: '解除绑定' }))
    const dialog = within(await screen.findByRole('dialog', { name: '温馨提示：' }))
    expect(dialog.getByText('还有 1 份草稿没有提交，解除绑定会丢失。')).toBeTruthy()
    expect(dialog.getByRole('button', { name: '放弃并解除绑定' })).toBeTruthy()
    const share = vi.fn<(data: { files: File[] }) => Promise<void>>(() => Promise.resolve())
    // Files of tests share the window, so that another file would share instead of saving.
    Object.assign(navigator, { canShare: () => true, share })
    onTestFinished(() => {
      for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name)
    })
    await user.click(await dialog.findByRole('button', { name: '导出为文件' }))
    await waitFor(() => expect(share).toHaveBeenCalledOnce())
    const [file] = share.mock.calls[0]?.[0].files ?? []
    expect(await file?.text()).toContain('三楼没有热水')
  })

  test('unbinding clears the stored names and sends its request at once, so that the page can close right after the tap', async () => {
    await bindDemoUser('990003')
    const secret = getSessionToken()
    const asked = vi.spyOn(globalThis, 'fetch')
    const leaving = unbindAndClearPhone()
    // The page can be closed here, since nothing has been awaited.
    expect(getSessionToken()).toBeUndefined()
    expect(
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    ).not.toMatch(/990003|王思远|11010120/)
    const [address, how] = asked.mock.calls[0] ?? []
    expect(address).toBe('/api/binding/cleanOpenId')
    expect(how).toMatchObject({ keepalive: true, headers: { Authorization: secret } })
    await (
      await leaving
    ).serverReply
    await waitFor(async () => expect(await sessions('S990003')).toEqual([]))
  })

  test('unbinding deletes the databases themselves, and an open outbox can write again afterwards', async () => {
    await openApp('/searchcourse/880001', { as: '880001' })
    await screen.findByRole('table')
    await write('S880001')
    await waitFor(async () => expect(await databases()).toContain('baodao-reads'))
    expect(await unbindAndClearPhone()).toMatchObject({ isClean: true })
    expect((await databases()).filter((name) => /reads|outbox/.test(name))).toEqual([])
    await write('S990003')
    expect(await outbox.list('S990003')).toHaveLength(1)
  })

  describe('data that unbinding could not remove', () => {
    afterEach(() => vi.restoreAllMocks())
    const breakDatabases = () => {
      const refuse = () => {
        throw new DOMException('The disk is away', 'UnknownError')
      }
      vi.spyOn(indexedDB, 'open').mockImplementation(refuse)
      vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(refuse)
    }

    test('data that unbinding could not remove is reported, and removed at the next start', async () => {
      await bindDemoUser('990001')
      await write('S990001')
      breakDatabases()
      await unbindOnScreen()
      expect(await screen.findByText(/这部手机上还有内容没能清除/)).toBeTruthy()
      expect(currentSession()).toBeNull()
      expect(isCleanupPending()).toBe(true)
      await openApp('/login')
      expect(await screen.findByText(/上次解除绑定时，这部手机上有内容没能清除/)).toBeTruthy()
      vi.restoreAllMocks()
      await finishUnbinding()
      expect(isCleanupPending()).toBe(false)
      expect(await outbox.list('S990001')).toEqual([])
    })

    test('data that unbinding could not remove is removed after another student has bound, whose data stays', async () => {
      holdSending()
      await bindDemoUser('990001')
      await write('S990001')
      breakDatabases()
      await unbindAndClearPhone()
      await bindDemoUser('990003')
      expect(isCleanupPending()).toBe(true)
      vi.restoreAllMocks()
      await write('S990003')
      await finishUnbinding()
      expect(await outbox.list('S990001')).toEqual([])
      expect(await outbox.list('S990003')).toHaveLength(1)
      expect(isCleanupPending()).toBe(false)
    })
  })

  describe('an interrupted unbinding on a phone with another student’s unsent items', () => {
    afterEach(() => vi.restoreAllMocks())
    const interrupted = async () => {
      holdSending()
      await write('S990003')
      await bindDemoUser('990001')
      await write('S990001')
      // The page ends right after the tap: unbinding is recorded, but no data is removed yet.
      vi.spyOn(indexedDB, 'open').mockImplementation(() => {
        throw new DOMException('The page is going', 'UnknownError')
      })
      vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
        throw new DOMException('The page is going', 'UnknownError')
      })
      await unbindAndClearPhone({ keepOthers: true })
      vi.restoreAllMocks()
      expect(JSON.stringify(Object.entries(localStorage))).not.toContain('990001')
    }

    test('after an interrupted unbinding the next start removes that student’s data and keeps another’s unsent items', async () => {
      await interrupted()
      await finishUnbinding()
      expect(isCleanupPending()).toBe(false)
      expect(await outbox.list('S990001')).toEqual([])
      expect(await outbox.list('S990003')).toHaveLength(1)
    })

    test.each(['990003', '990005'])(
      'after an interrupted unbinding that student’s data is removed although %s has bound first',
      async (number) => {
        await interrupted()
        await bindDemoUser(number)
        await finishUnbinding()
        expect(await outbox.list('S990001')).toEqual([])
        expect(await outbox.list('S990003')).toHaveLength(1)
      },
    )
  })

  const saysNo = (times: { once?: boolean } = {}) =>
    campus.addFault(
      http.post('*/api/binding/cleanOpenId', () => HttpResponse.json({ results: 0 }), times),
    )

  test('unbinding that the campus refuses keeps all data, and can be tried again [ID-24 ID-29]', async () => {
    saysNo({ once: true })
    await bindDemoUser('990001')
    await write('S990001')
    const user = await unbindOnScreen()
    expect((await screen.findByRole('alert')).textContent).toMatch(/^解绑失败：学校没有解除绑定/)
    expect(localStorage.getItem('token')).not.toBeNull()
    expect(currentSession()?.subject).toBe('S990001')
    // The items might already have been delivered, so that only their database can be checked.
    expect((await databases()).some((name) => name.includes('outbox'))).toBe(true)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '重试' }))
    expect((await screen.findAllByText('请先绑定')).length).toBeGreaterThan(0)
    expect(localStorage.getItem('token')).toBeNull()
    expect(await outbox.list('S990001')).toEqual([])
  })

  test('a student whose unbinding the campus refuses can still clear the phone [ID-29]', async () => {
    saysNo()
    await bindDemoUser('990001')
    const user = await unbindOnScreen()
    await user.click(await screen.findByRole('button', { name: '仍然清除这部手机' }))
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
    expect(currentSession()).toBeNull()
  })

  test('a page that closes during the request to unbind is cleared [ID-24]', async () => {
    campus.addFault(createHangingHandler('*/api/binding/cleanOpenId'))
    await bindDemoUser('990001')
    const leaving = unbindUnlessRefused()
    expect(getSessionToken()).not.toBeUndefined()
    window.dispatchEvent(new Event('pagehide'))
    expect(getSessionToken()).toBeUndefined()
    await leaving
  })
})
