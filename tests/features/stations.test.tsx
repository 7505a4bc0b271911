import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { goOffline, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const visits = () =>
  campus
    .backend()
    .db.selectFrom('station_visit')
    .select(['station_id', 'student_code', 'staff_code', 'removed_reason'])
    .execute()
beforeEach(async () => {
  const { db } = campus.backend()
  await db.deleteFrom('idempotency').where('form', '=', 'station').execute()
  await db.deleteFrom('station_visit').execute()
  await db.deleteFrom('station_staff').execute()
  await db.deleteFrom('station').execute()
  await db
    .insertInto('station')
    .values([
      { id: 'medical', name: '体检', position: 1 },
      { id: 'uniform', name: '领军训服', position: 2, before_ids: ['medical'] },
    ])
    .execute()
  await db
    .insertInto('station_staff')
    .values(['medical', 'uniform'].map((station_id) => ({ station_id, staff_code: 'T3001' })))
    .execute()
})

/** Open the stations of a staff member, and then the scanner of one. */
async function atStation(station: string) {
  const app = await openApp('/scanCodes/stations', { as: 'T3001' })
  // A roster is on the phone when its list is shown.
  await waitFor(() =>
    expect(screen.getAllByLabelText('按姓名、拼音、号码或房间查找')).toHaveLength(2),
  )
  return { ...app, openScanner: () => app.restart(`/scanCodes/${station}`) }
}
async function typed(user: Awaited<ReturnType<typeof openApp>>['user'], number: string) {
  await user.type(await screen.findByLabelText('输入学号、考生号或证件号码'), number)
  await user.click(screen.getByRole('button', { name: '核验' }))
}

describe('the stations of a staff member', () => {
  test('a staff member who is no supervisor sees the stations with their order and figures', async () => {
    await openApp('/scanCodes/stations', { as: 'T3001' })
    expect(await screen.findByRole('heading', { name: '体检' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: '领军训服' })).toBeTruthy()
    expect(await screen.findAllByText(/^0 \/ \d+ 已登记$/)).toHaveLength(2)
    expect(screen.getByText('在此之前：体检')).toBeTruthy()
    // Students without a bed are a group, too.
    await waitFor(() => expect(screen.getAllByText('未分配床位')).toHaveLength(2))
  })

  test('a staff member without stations is told who adds them', async () => {
    await openApp('/scanCodes/stations', { as: 'T1001' })
    expect(await screen.findByText('没有您负责的站点')).toBeTruthy()
  })

  test('a scan at a station waits without a network, and a second scan of the student is recognized', async () => {
    const { user, openScanner } = await atStation('medical')
    goOffline(campus)
    await openScanner()
    await typed(user, '990002')
    expect(await screen.findByText('李明轩')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '仍然确认' }))
    expect(await screen.findByText('待提交 1 条')).toBeTruthy()
    await typed(user, '990002')
    expect(await screen.findByText('已在本机，等待提交')).toBeTruthy()
    expect(await visits()).toEqual([])
  })

  test('a scan is recorded at its station only, and a record is taken back with a reason', async () => {
    const { user, openScanner, restart } = await atStation('medical')
    await openScanner()
    await typed(user, '990002')
    await user.click(await screen.findByRole('button', { name: '仍然确认' }))
    expect(await screen.findByText('李明轩：登记成功')).toBeTruthy()
    expect(await visits()).toMatchObject([{ station_id: 'medical', student_code: 'S990002' }])
    expect(
      await campus
        .backend()
        .db.selectFrom('arrival')
        .select('id')
        .where('student_code', '=', 'S990002')
        .execute(),
    ).toEqual([])
    await restart('/scanCodes/stations')
    const [search] = await screen.findAllByLabelText('按姓名、拼音、号码或房间查找')
    await user.type(search as HTMLElement, '李明轩')
    await user.click(await screen.findByRole('button', { name: '撤销 李明轩 的登记' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('撤销原因'), '扫错人')
    await user.click(dialog.getByRole('button', { name: '撤销' }))
    expect(await screen.findByText('删除成功')).toBeTruthy()
    expect(await visits()).toMatchObject([{ removed_reason: '扫错人' }])
  })

  test('a station that comes before is named by the phone, and by the university if the scan is sent all the same', async () => {
    const { user, openScanner, restart } = await atStation('uniform')
    await openScanner()
    await typed(user, '990002')
    expect(await screen.findByText('前面的站点还没有办理')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '仍然确认' }))
    await restart('/scanCodes/stations')
    expect(await screen.findByText('请先完成：体检')).toBeTruthy()
    expect(await visits()).toEqual([])
  })
})

test('the office’s figures of the stations are fetched again every three seconds', async () => {
  const asking = vi.spyOn(globalThis, 'setInterval')
  await openApp('/manage/stations', { as: 'T7001' })
  const rows = () => within(screen.getByRole('table', { name: '站点情况' })).getAllByRole('row')
  const figures = () => rows().map((row) => row.textContent)
  await waitFor(() => expect(figures()).toHaveLength(3))
  const before = figures()
  const { db } = campus.backend()
  await db
    .insertInto('station_visit')
    .columns([
      'station_id',
      'student_code',
      'scanned_at',
      'received_at',
      'staff_code',
      'verified',
      'once',
    ])
    .expression((e) =>
      e
        .selectFrom('student')
        .select(({ val }) => [
          val('medical').as('station_id'),
          'code',
          val(new Date()).as('at'),
          val(new Date()).as('received_at'),
          val('T3001').as('staff_code'),
          val(true).as('verified'),
          val(true).as('once'),
        ])
        .where('exam_number', '=', '990001'),
    )
    .execute()
  // The interval is over.
  for (const [ask, every] of asking.mock.calls) if (every === 3000) (ask as () => void)()
  await waitFor(() => expect(figures()).not.toEqual(before))
})
