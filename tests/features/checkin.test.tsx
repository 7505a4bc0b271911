import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { arrivalsQuery, rosterQuery } from '#app/features/checkin/roster/queries.ts'
import { describeScanResult } from '#app/features/checkin/scanner/scan-result-view.ts'
import { readSealed, unsealValue } from '#app/features/checkin/sealed-storage/sealed-storage.ts'
import { prepareSessionOffline } from '#app/features/offline-preparation/session.ts'
import type { MessagingBridge } from '#app/host/sdk.ts'
import { findCachedCopy } from '#app/lib/cache/cached-query.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { checkin } from '#contract/checkin'
import { createOutbox } from '#offline/outbox/outbox'
import { openOutboxDatabase } from '#offline/storage/outbox-database'
import { goOffline, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const asked = (path: string) => campus.calls.filter((call) => call.path === path)
// A scan's time has whole seconds, and tests are fast enough to scan one number twice within a
// second. The campus would take the second scan for a repetition of the first.
const forgetKeys = () =>
  campus.backend().db.deleteFrom('idempotency').where('form', '=', 'scan').execute()
beforeEach(async () => {
  await campus.backend().db.deleteFrom('arrival').where('student_code', '=', 'S990002').execute()
  await forgetKeys()
})
afterEach(() => vi.unstubAllGlobals())

const standing = () =>
  campus
    .backend()
    .db.selectFrom('arrival')
    .selectAll()
    .where('student_code', '=', 'S990002')
    .where('removed_at', 'is', null)
    .execute()

/** Type a number into the scanner's field instead of scanning a code. */
async function typed(user: Awaited<ReturnType<typeof openApp>>['user'], number: string) {
  await user.type(await screen.findByLabelText('输入学号、考生号或证件号码'), number)
  await user.click(screen.getByRole('button', { name: '核验' }))
}

/** Open the scanner as a supervisor after the roster has loaded. */
async function atScanner() {
  const app = await openApp('/scanCodes', { as: 'T2001' })
  await screen.findByText(/名已登记/)
  const scanner = await app.restart('/scanning')
  await screen.findByLabelText('输入学号、考生号或证件号码')
  return scanner
}

describe('the list of arrivals', () => {
  test('the arrivals page shows the latest nine arrivals and how many students the downloaded roster has [SCN-01 SCN-03 SCN-08]', async () => {
    await openApp('/scanCodes', { as: 'T2001' })
    const list = (await screen.findByRole('heading', { level: 2, name: '最近登记' })).closest(
      'section',
    ) as HTMLElement
    expect(within(list).getAllByRole('button', { name: /撤销 .* 的登记/ })).toHaveLength(9)
    expect(await screen.findByText(/\d+ 名学生，\d+ 名已登记/)).toBeTruthy()
  })

  test('teachers and students who open the arrivals page are redirected home [SCN-09 D-97]', async () => {
    for (const as of ['T1001', '990001']) {
      const { address } = await openApp('/scanCodes', { as })
      await waitFor(() => expect(address()).toBe('/'))
      expect((await screen.findAllByText('没有权限')).length).toBeGreaterThan(0)
      expect(asked('/api/stuEnter/selectStuEnterInfos')).toEqual([])
      cleanup()
    }
  })

  test('the arrivals page lists residents by floor and finds them by name, pinyin or number, also offline', async () => {
    const app = await openApp('/scanCodes', { as: 'T2001' })
    await screen.findByText(/名已登记/)
    goOffline(campus)
    await app.restart('/scanCodes')
    const search = await screen.findByLabelText('按姓名、拼音、号码或房间查找')
    expect(await screen.findByText('紫荆苑3号楼 4 层')).toBeTruthy()
    for (const typed of ['明轩', 'limingxuan', 'li ming', 'lmx', '990002']) {
      await app.user.clear(search)
      await app.user.type(search, typed)
      expect(await screen.findByText('李明轩'), typed).toBeTruthy()
    }
    await app.user.clear(search)
    await app.user.type(search, '没有这个人')
    expect(await screen.findByText('名单里没有')).toBeTruthy()
  })

  test('the total of arrivals includes scans that wait on this phone, and says how many', async () => {
    const app = await atScanner()
    const counted = async () => {
      const said = (await screen.findByText(/\d+ 名学生，\d+ 名已登记/)).textContent ?? ''
      return Number(/，(\d+) 名/.exec(said)?.[1])
    }
    await app.restart('/scanCodes')
    const before = await counted()
    goOffline(campus)
    const again = await app.restart('/scanning')
    await typed(again.user, '990002')
    await again.user.click(await screen.findByRole('button', { name: '仍然确认' }))
    await screen.findByText('待提交 1 条')
    await again.restart('/scanCodes')
    expect(await screen.findByText(/其中 1 名在本机待提交/)).toBeTruthy()
    expect(await counted()).toBe(before + 1)
  })

  test('when the roster is refused, offline preparation fails and the page says that the roster is missing', async () => {
    campus.addFault(
      http.post('*/api/stuEnter/roster', () =>
        HttpResponse.json({ code: '403', msg: '没有权限' }, { status: 403 }),
      ),
    )
    await openApp('/scanCodes', { as: 'T2001' })
    const check = (await screen.findByRole('heading', { name: '进楼前检查' })).closest(
      'section, div',
    )
    expect(check).toBeTruthy()
    expect(await screen.findByText('还没有下载到，或没有为您分配楼栋')).toBeTruthy()
    const session = currentSession()
    const told: number[] = []
    if (session === null) throw new Error('nobody is bound')
    expect(await prepareSessionOffline(session, (done) => void told.push(done))).toBe(false)
  })

  test('a supervisor without the second factor is led to the page where it is entered, and back', async () => {
    const factorFirst = {
      code: '403',
      // The page goes by `why`, not by the message.
      msg: '请先验证身份',
      why: 'second-factor',
    }
    campus.addFault(
      http.post('*/api/stuEnter/*', () => HttpResponse.json(factorFirst, { status: 403 }), {}),
    )
    const { user, address } = await openApp('/scanCodes', { as: 'T2001' })
    const link = await screen.findByRole('link', { name: '去验证动态口令' })
    expect(link.getAttribute('href')).toBe('/manage?next=%2FscanCodes')
    // This account needs no second factor: the page redirects back at once.
    await user.click(link)
    await waitFor(() => expect(address()).toBe('/scanCodes'))
  })

  test('reversing an arrival asks for a reason, and then the page says 删除成功 [SCN-04 SCN-06]', async () => {
    const app = await openApp('/scanCodes', { as: 'T2001' })
    const [first] = await screen.findAllByRole('button', { name: /撤销 .* 的登记/ })
    const name = /撤销 (.*) 的登记/.exec(first?.getAttribute('aria-label') ?? '')?.[1] ?? ''
    await app.user.click(first as HTMLElement)
    const dialog = await screen.findByRole('dialog')
    await app.user.click(within(dialog).getByRole('button', { name: '撤销' }))
    expect(await within(dialog).findByText('请填写撤销原因')).toBeTruthy()
    expect(asked('/api/stuEnter/delete')).toEqual([])
    await app.user.type(within(dialog).getByLabelText('撤销原因'), '扫错了人')
    await app.user.click(within(dialog).getByRole('button', { name: '撤销' }))
    expect(await screen.findByText('删除成功')).toBeTruthy()
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: `撤销 ${name} 的登记` })).toBeNull(),
    )
  })

  test('offline an arrival cannot be reversed [SCN-06 D-98]', async () => {
    const app = await openApp('/scanCodes', { as: 'T2001' })
    const [first] = await screen.findAllByRole('button', { name: /撤销 .* 的登记/ })
    goOffline(campus)
    await app.user.click(first as HTMLElement)
    expect((await screen.findAllByText('当前网络不可用，请联网后再操作')).length).toBeGreaterThan(0)
    expect(asked('/api/stuEnter/delete')).toEqual([])
  })
})

describe('delivered confirmations', () => {
  const latest = async () =>
    (await screen.findByRole('heading', { level: 2, name: '最近登记' })).closest('section')

  test('a confirmation that the university has received is among the latest arrivals and can be reversed, even if the cached list is recent [SCN-03 SCN-06]', async () => {
    const app = await openApp('/scanCodes', { as: 'T2001' })
    expect((await latest())?.textContent).not.toContain('李明轩紫荆苑3号楼 412')
    const { queryKey } = arrivalsQuery()
    await waitFor(async () => expect(await findCachedCopy(queryKey)).toBeDefined())
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    // A reload empties the memory.
    queryClient.clear()
    const scanner = await app.restart('/scanning')
    await typed(scanner.user, '990002')
    await scanner.user.click(await screen.findByRole('button', { name: '仍然确认' }))
    await waitFor(async () => expect(await standing()).toHaveLength(1))
    expect(await screen.findByText(/学校已收到/)).toBeTruthy()
    expect(queryClient.getQueryData(queryKey)).toBeUndefined()
    await scanner.user.click(screen.getByRole('button', { name: '返回' }))
    await waitFor(async () => expect((await latest())?.textContent).toContain('李明轩'))
    expect(screen.getByRole('button', { name: '撤销 李明轩 的登记' })).toBeTruthy()
  })

  test('the latest arrivals are not requested again unless a confirmation was delivered since they were loaded [SCN-03]', async () => {
    const app = await openApp('/scanCodes', { as: 'T2001' })
    await latest()
    await waitFor(async () => expect(await findCachedCopy(arrivalsQuery().queryKey)).toBeDefined())
    queryClient.clear()
    campus.calls.length = 0
    await app.restart('/scanCodes')
    await latest()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(asked(checkin.arrivals.path)).toEqual([])
  })
})

describe('the scanner page', () => {
  test('a typed number shows its student as 未核验, and the arrival can be confirmed [SCN-02 SCN-04 SCN-05 SCN-07]', async () => {
    const app = await openApp('/scanCodes', { as: 'T2001' })
    await screen.findByText(/名已登记/)
    await app.user.click(screen.getByRole('link', { name: '扫一扫' }))
    await waitFor(() => expect(app.address()).toBe('/scanning'))
    await typed(app.user, '990002')
    const card = await screen.findByRole('alert')
    expect(within(card).getByText('未核验')).toBeTruthy()
    expect(within(card).getByText('李明轩')).toBeTruthy()
    expect(within(card).getByText('紫荆苑3号楼 412 · 2 号床')).toBeTruthy()
    await app.user.click(within(card).getByRole('button', { name: '仍然确认' }))
    await waitFor(() => expect(asked('/api/stuEnter/add')).toHaveLength(1))
    await waitFor(async () => expect(await standing()).toHaveLength(1))
  })

  test('an offline confirmation is queued and shown as waiting, and a second scan of the student is recognized [SCN-10 D-98]', async () => {
    const app = await openApp('/scanCodes', { as: 'T2001' })
    await screen.findByText(/名已登记/)
    goOffline(campus)
    await app.restart('/scanning')
    await typed(app.user, '990002')
    await app.user.click(await screen.findByRole('button', { name: '仍然确认' }))
    expect(await screen.findByText('待提交 1 条')).toBeTruthy()
    // A second scan of the student finds the first one in this phone's outbox.
    await typed(app.user, '990002')
    expect(await screen.findByText('已在本机，等待提交')).toBeTruthy()
    await app.restart('/scanCodes')
    expect(await screen.findByText('李明轩')).toBeTruthy()
  })

  test('the campus’s answer to a confirmation is shown at the scanner when it arrives, and later with the receipt in the outbox [SCN-07 D-98]', async () => {
    const app = await openApp('/scanCodes', { as: 'T2001' })
    await screen.findByText(/名已登记/)
    await app.restart('/scanning')
    await typed(app.user, '990002')
    await app.user.click(await screen.findByRole('button', { name: '仍然确认' }))
    expect(await screen.findByText('李明轩：登记成功')).toBeTruthy()
    await forgetKeys()
    await typed(app.user, '990002')
    await app.user.click(await screen.findByRole('button', { name: '仍然确认' }))
    expect(await screen.findByText('李明轩：该学生已确认')).toBeTruthy()
    await app.restart('/outbox')
    const received = (await screen.findByRole('heading', { name: '学校已收到' })).closest(
      'section',
    ) as HTMLElement
    const said = within(received)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(said[0]).toContain('李明轩 · 紫荆苑3号楼 412：该学生已确认')
    expect(said[1]).toContain('李明轩 · 紫荆苑3号楼 412：登记成功')
  })

  test('offline, a student can be confirmed again whose arrival a colleague has reversed meanwhile [D-98]', async () => {
    const app = await openApp('/scanning', { as: 'T2001' })
    await typed(app.user, '990002')
    await app.user.click(await screen.findByRole('button', { name: '仍然确认' }))
    await waitFor(async () => expect(await standing()).toHaveLength(1))
    await app.restart('/scanCodes')
    await screen.findByRole('button', { name: '撤销 李明轩 的登记' })
    await waitFor(async () => {
      const roster = await unsealValue(queryClient.getQueryData(rosterQuery().queryKey)?.value)
      expect(roster).toMatchObject({
        roster: {
          residents: expect.arrayContaining([
            expect.objectContaining({ number: '990002', arrived: true }),
          ]),
        },
      })
    })
    // A colleague reverses the arrival while this phone is offline.
    goOffline(campus)
    const now = new Date()
    await campus
      .backend()
      .db.updateTable('arrival')
      .set({ removed_at: now, removed_by: 'T2001' })
      .where('student_code', '=', 'S990002')
      .execute()
    await app.restart('/scanning')
    await typed(app.user, '990002')
    expect(await screen.findByText('已经登记过')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: '仍然确认' }))
    expect(await screen.findByText('待提交 1 条')).toBeTruthy()
  })

  test('scans that a colleague left on this phone are named and can be delivered for that colleague; scans of other buildings are only counted [D-98]', async () => {
    const app = await openApp('/scanCodes', { as: 'T2001' })
    await screen.findByText(/名已登记/)
    const { db } = campus.backend()
    const model = await db
      .selectFrom('staff')
      .selectAll()
      .where('code', '=', 'T2001')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('staff')
      .values({ ...model, code: 'T2009', id: 'UT2009' })
      .execute()
    await db
      .insertInto('staff_building')
      .columns(['staff_code', 'building'])
      .expression((e) =>
        e
          .selectFrom('staff_building')
          .select((select) => [select.val('T2009').as('staff_code'), 'building'])
          .where('staff_code', '=', 'T2001'),
      )
      .execute()
    const outbox = createOutbox({ database: openOutboxDatabase() })
    const at = new Date().toISOString()
    for (const scanned of ['990002', '990003'])
      await outbox.add({ form: 'scan', subject: 'T2009', payload: { scanned, at } })
    await app.restart('/scanCodes')
    expect(await screen.findByText('工号 T2009 留在这部手机上的登记，2 条未提交')).toBeTruthy()
    expect(await screen.findByText('李明轩')).toBeTruthy()
    expect(screen.getByText(/1 条不在您的名单里/)).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: '代 T2009 提交 1 条' }))
    expect(await screen.findByText('已提交 1 条')).toBeTruthy()
    expect(await standing()).toMatchObject([{ staff_code: 'T2009', delivered_by: 'T2001' }])
    expect(await screen.findByText('工号 T2009 留在这部手机上的登记，1 条未提交')).toBeTruthy()
    expect(await outbox.list('T2009')).toMatchObject([{ payload: { scanned: '990003' } }])
  })

  test('a scan that was refused because the supervisor had no building is shown with the reason and can be sent again [D-98]', async () => {
    const { db } = campus.backend()
    const app = await openApp('/scanCodes', { as: 'T2001' })
    await screen.findByText(/名已登记/)
    await app.restart('/scanning')
    await typed(app.user, '990002')
    await screen.findByText('李明轩')
    const rows = await db.deleteFrom('staff_building').returningAll().execute()
    try {
      await app.user.click(await screen.findByRole('button', { name: '仍然确认' }))
      await waitFor(() => expect(asked('/api/stuEnter/add')).toHaveLength(1))
      await app.restart('/scanCodes')
      expect(await screen.findByText('尚未为您分配楼栋，请联系管理员')).toBeTruthy()
      expect(await standing()).toEqual([])
    } finally {
      await db.insertInto('staff_building').values(rows).execute()
    }
    expect(screen.getByText('李明轩')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: '全部再试一次' }))
    await waitFor(async () => expect(await standing()).toHaveLength(1))
    const [first, second] = asked('/api/stuEnter/add').map(({ headers }) =>
      headers.get('idempotency-key'),
    )
    expect(second).not.toBe(first)
  })

  test('a number that is not on the list cannot be confirmed; looking it up online shows where the student lives [SCN-09]', async () => {
    const app = await atScanner()
    await typed(app.user, '９９００ ０３')
    expect(await screen.findByText('990003 不在您的名单里')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: '联网查询' }))
    expect(await screen.findByText(/不住在您管理的楼栋，请到.*登记|还没有分配宿舍/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '仍然确认' })).toBeNull()
    expect(asked('/api/stuEnter/add')).toEqual([])
  })

  test('a typed ID number is looked up online, and the confirmation contains the student’s code, not the ID number [D-98]', async () => {
    const app = await atScanner()
    const { db } = campus.backend()
    const { id_card: idCard } = await db
      .selectFrom('student')
      .select('id_card')
      .where('code', '=', 'S990002')
      .executeTakeFirstOrThrow()
    await typed(app.user, idCard)
    expect(await screen.findByText('证件号码需联网核对')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '仍然确认' })).toBeNull()
    await app.user.click(screen.getByRole('button', { name: '联网查询' }))
    expect(await screen.findByText('李明轩')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: '仍然确认' }))
    await waitFor(async () => expect(await standing()).toHaveLength(1))
    expect(JSON.stringify(asked('/api/stuEnter/add'))).not.toContain(idCard)
  })

  test('when the session ends, the scanner says so, and signing in leads back to the scanner [XC-09 D-98]', async () => {
    const app = await atScanner()
    await typed(app.user, '990002')
    await screen.findByText('李明轩')
    const { db } = campus.backend()
    await db.updateTable('session').set({ ended_at: new Date() }).execute()
    await app.user.click(await screen.findByRole('button', { name: '仍然确认' }))
    expect(await screen.findByText('登录已失效，请重新绑定')).toBeTruthy()
    expect(app.address()).toContain('next=%2Fscanning')
    expect(screen.getByText(/还有 1 份内容没有提交/)).toBeTruthy()
    expect(screen.queryByText(/网络较弱|weak/)).toBeNull()
  })

  test('when the session has ended, looking up an unlisted number says so, and signing in leads back to the scanner', async () => {
    const app = await atScanner()
    const { db } = campus.backend()
    await typed(app.user, '700001')
    const ask = await screen.findByRole('button', { name: '联网查询' })
    // No other read is pending.
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    await db.updateTable('session').set({ ended_at: new Date(), ended_why: 'office' }).execute()
    await app.user.click(ask)
    expect(await screen.findByText(/登录已失效|退出登录|已被/)).toBeTruthy()
    await waitFor(() => expect(app.address()).toContain('next=%2Fscanning'))
    expect(screen.queryByText(/网络较弱|weak/)).toBeNull()
  })

  test('when only the service worker knows that the session has ended, the scanner says so and leads to signing in [XC-09]', async () => {
    const app = await openApp('/scanning', { as: 'T2001' })
    await screen.findByLabelText('输入学号、考生号或证件号码')
    const database = openOutboxDatabase()
    goOffline(campus)
    await typed(app.user, '990002')
    await app.user.click(await screen.findByRole('button', { name: '仍然确认' }))
    await screen.findByText('待提交 1 条')
    await database.run({ mode: 'readwrite', stores: ['items'] }, async (transaction) => {
      const items = transaction.objectStore('items')
      for (const item of await items.getAll()) await items.put({ ...item, state: 'signed-out' })
    })
    await app.restart('/scanning')
    expect(await screen.findByText(/登录已失效：请重新登录/)).toBeTruthy()
    expect(screen.getByRole('link', { name: '去登录' }).getAttribute('href')).toContain('scanning')
  })

  test('the input of a keyboard-wedge scanner is read without a focused field', async () => {
    await atScanner()
    for (const key of ['9', '9', '0', '0', '0', '2', 'Enter'])
      window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    expect(await screen.findByText('李明轩')).toBeTruthy()
  })

  test('at an arrival desk each confirmation shows its slip, which offline says that it is not yet submitted', async () => {
    const app = await atScanner()
    goOffline(campus)
    const desk = await app.restart('/scanning?desk=1')
    await typed(desk.user, '990002')
    await desk.user.click(await screen.findByRole('button', { name: '仍然确认' }))
    expect((await screen.findAllByText('宿舍报到单')).length).toBeGreaterThan(0)
    expect(screen.getByText('已保存在本机，尚未提交')).toBeTruthy()
    expect(screen.queryByText(/学校已收到/)).toBeNull()
    expect(screen.getByRole('button', { name: '打印' })).toBeTruthy()
    // The next scan of a keyboard scanner closes the slip without a tap.
    for (const key of ['9', '9', '9', '9', '9', '9', 'Enter'])
      window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    expect(await screen.findByText('999999 不在您的名单里')).toBeTruthy()
    expect(screen.queryByText('已保存在本机，尚未提交')).toBeNull()
  })

  const storedPhotoKeys = async () => Object.keys((await readSealed('faces')) ?? {})
  const photo = () => screen.queryByRole('img', { name: '李明轩的照片' })

  test('offline and after a restart, the scan result shows the photo of a student who has consented', async () => {
    const app = await openApp('/scanCodes', { as: 'T2001' })
    expect(await screen.findByText(/照片 1 张/)).toBeTruthy()
    await waitFor(async () => expect(await storedPhotoKeys()).toHaveLength(1))
    goOffline(campus)
    queryClient.clear()
    const scanner = await app.restart('/scanning')
    await typed(scanner.user, '990002')
    await screen.findByText('李明轩')
    const shown = await waitFor(() => photo()?.getAttribute('src') ?? Promise.reject(new Error()))
    const bytes = Buffer.from(shown.replace('data:image/jpeg;base64,', ''), 'base64')
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 96, height: 128 })
  })

  test('when a student withdraws consent, the photo is deleted from the phone when the roster is next loaded', async () => {
    const app = await openApp('/scanCodes', { as: 'T2001' })
    await waitFor(async () => expect(await storedPhotoKeys()).toHaveLength(1))
    const consent = () =>
      campus.backend().db.updateTable('consent').where('student_code', '=', 'S990002')
    await consent().set({ taken_back_at: new Date() }).execute()
    try {
      await queryClient.refetchQueries({ queryKey: rosterQuery().queryKey })
      await waitFor(async () => expect(await storedPhotoKeys()).toEqual([]))
      const scanner = await app.restart('/scanning')
      await typed(scanner.user, '990002')
      await screen.findByText('李明轩')
      expect(photo()).toBeNull()
    } finally {
      await consent().set({ taken_back_at: null }).execute()
    }
  })

  test('scanning a text that is no code shows 不是报到码 [SCN-02]', async () => {
    const app = await openApp('/scanning', { as: 'T2001' })
    await typed(app.user, '!!')
    expect(await screen.findByText('不是报到码')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: '下一个' }))
    expect(await screen.findByLabelText('输入学号、考生号或证件号码')).toBeTruthy()
  })

  const script = (bridge: MessagingBridge) => {
    vi.stubGlobal('wx', bridge)
    const said = vi.fn<(text: string) => void>()
    vi.stubGlobal('alert', said)
    return said
  }

  test('a failure of the messaging app’s scanner is shown as an alert [SCN-12 SCN-13 SCN-14]', async () => {
    const said = script({})
    const app = await openApp('/scanning', { as: 'T2001' })
    const scan = async () =>
      app.user.click(await screen.findByRole('button', { name: '用微信扫码' }))
    await scan()
    expect(said).toHaveBeenLastCalledWith('当前客户端版本过低，不支持扫码')
    vi.stubGlobal('wx', {
      scanQRCode: () => {},
      checkJsApi: ({ fail }: { fail: () => void }) => fail(),
    })
    await scan()
    await waitFor(() => expect(said).toHaveBeenLastCalledWith('接口检查失败(checkJsApi)'))
    vi.stubGlobal('wx', {
      config: () => {},
      ready: () => {},
      error: (then: (said: unknown) => void) => then({ errMsg: 'config:fail' }),
    })
    history.replaceState(null, '', '/scanning?again')
    await scan()
    await waitFor(() => expect(said).toHaveBeenLastCalledWith('{"errMsg":"config:fail"}'))
  })

  test('a code that the messaging app scans shows its student, as one scanned by the camera does [SCN-10]', async () => {
    script({ scanQRCode: ({ success }) => success({ resultStr: 'S990002' }) })
    const app = await openApp('/scanCodes', { as: 'T2001' })
    await screen.findByText(/名已登记/)
    await app.user.click(screen.getByRole('link', { name: '扫一扫' }))
    await app.user.click(await screen.findByRole('button', { name: '用微信扫码' }))
    expect(await screen.findByText('李明轩')).toBeTruthy()
  })
})

test('every kind of scan result has a text and a tone [SCN-02]', () => {
  const resident = {
    student: 'S1',
    pass: 'p',
    number: '1',
    name: '李',
    building: 'A',
    room: '1',
    bed: '1',
    arrived: false,
    barred: undefined,
    className: undefined,
    pinyin: undefined,
    arrival: undefined,
    confirmedBy: undefined,
    face: undefined,
    keyAt: undefined,
    keyBy: undefined,
  }
  const scan = { scanned: 'x', at: '2026-09-01T00:00:00.000Z' }
  const told = (verdict: Parameters<typeof describeScanResult>[0]) =>
    describeScanResult(verdict, 'zh')
  expect(told({ type: 'genuine', scan, resident })).toEqual({ tone: 'done', title: '真实有效' })
  for (const why of ['expired', 'screenshot', 'replayed', 'clock'] as const)
    expect(told({ type: 'stale', why })).toMatchObject({
      tone: 'need',
      title: '已失效',
      text: expect.any(String),
    })
  for (const why of ['credential', 'key', 'proof'] as const)
    expect(told({ type: 'forged', why })).toMatchObject({
      tone: 'need',
      title: '伪造的报到码',
      text: expect.any(String),
    })
  expect(told({ type: 'unknown', scan }).tone).toBe('wait')
  expect(told({ type: 'already-in', resident, state: 'waiting' })).toMatchObject({
    tone: 'mute',
    text: '已在本机，等待提交',
  })
  expect(told({ type: 'unreadable' }).tone).toBe('mute')
})
