import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { goOffline, goOnline, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const NUMBER_FIELD = '输入学号、考生号或证件号码'
const KEY = '钥匙已交'

beforeEach(async () => {
  const { db } = campus.backend()
  await db.deleteFrom('arrival').where('student_code', '=', 'S990002').execute()
  await db.deleteFrom('idempotency').where('form', '=', 'scan').execute()
  await switchKeys(true)
})

async function switchKeys(recorded: boolean): Promise<void> {
  const { db } = campus.backend()
  await db.deleteFrom('campus_rule').execute()
  await db
    .insertInto('campus_rule')
    .values({
      id: 'keys',
      rule: 'keys',
      value: JSON.stringify({ recorded }),
      valid_from: new Date(0),
      saved_at: new Date(0),
      saved_by: 'T4001',
      reason: '宿管发钥匙',
    })
    .execute()
}
const arrivals = () =>
  campus
    .backend()
    .db.selectFrom('arrival')
    .selectAll()
    .where('student_code', '=', 'S990002')
    .execute()
const sent = () => campus.calls.filter(({ path }) => path === '/api/stuEnter/add')

type User = Awaited<ReturnType<typeof openApp>>['user']
async function typeNumber(user: User) {
  await user.type(await screen.findByLabelText(NUMBER_FIELD), '990002')
  await user.click(screen.getByRole('button', { name: '核验' }))
}
/** Opens the scanner after the roster has loaded. */
async function openScanner() {
  const app = await openApp('/scanCodes', { as: 'T2001' })
  await screen.findByText(/名已登记/)
  const scanner = await app.restart('/scanning')
  await screen.findByLabelText(NUMBER_FIELD)
  return scanner
}

test('offline, a key that is ticked with the confirmation waits with the scan and reaches the university once', async () => {
  const app = await openScanner()
  goOffline(campus)
  await typeNumber(app.user)
  await app.user.click(await screen.findByRole('checkbox', { name: KEY }))
  await app.user.click(screen.getByRole('button', { name: '仍然确认' }))
  expect(await screen.findByText('待提交 1 条')).toBeTruthy()
  // A second scan of the student neither offers the key again nor asks for it.
  await typeNumber(app.user)
  expect(await screen.findByText('钥匙已交，待提交')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: '补登钥匙：李明轩' })).toBeNull()
  const list = await app.restart('/outbox')
  expect(
    (await screen.findAllByText(/李明轩 · 紫荆苑3号楼 412 · 钥匙已交/)).length,
  ).toBeGreaterThan(0)
  goOnline(campus)
  await list.restart('/scanCodes')
  await waitFor(async () =>
    expect(await arrivals()).toMatchObject([{ key_given_by: 'T2001', verified: false }]),
  )
  expect(sent()).toHaveLength(1)
  // The row of the list says who handed it over, once the list was read again.
  expect((await screen.findAllByText(/钥匙已交/)).length).toBeGreaterThan(0)
})

test('a key is recorded later from the waiting scans, also offline, and is sent after the scan', async () => {
  const app = await openScanner()
  goOffline(campus)
  await typeNumber(app.user)
  await app.user.click(await screen.findByRole('button', { name: '仍然确认' }))
  await screen.findByText('待提交 1 条')
  const list = await app.restart('/scanCodes')
  const [open] = await screen.findAllByRole('button', { name: '补登钥匙：李明轩' })
  if (open === undefined) throw new Error('no button')
  await list.user.click(open)
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('已把 紫荆苑3号楼 412 的钥匙交给李明轩了吗？')).toBeTruthy()
  await list.user.click(within(dialog).getByRole('button', { name: KEY }))
  expect(await screen.findByText('待提交 2 条')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '补登钥匙：李明轩' })).toBeNull()
  goOnline(campus)
  await list.restart('/scanCodes')
  await waitFor(async () => expect(await arrivals()).toMatchObject([{ key_given_by: 'T2001' }]))
  expect(sent().map(({ body }) => body?.['keyGiven'])).toEqual([undefined, 'later'])
})

test('a colleague’s key is shown with its time and name, and a student with a key is offered no second one', async () => {
  const { db } = campus.backend()
  const now = new Date()
  await db
    .insertInto('arrival')
    .values({
      student_code: 'S990002',
      building: '紫荆苑3号楼',
      room: '412',
      scanned_at: now,
      received_at: now,
      staff_code: 'T2001',
      verified: true,
      key_given_at: now,
      key_given_by: 'T4001',
    })
    .execute()
  const { name } = await db
    .selectFrom('staff')
    .select('name')
    .where('code', '=', 'T4001')
    .executeTakeFirstOrThrow()
  const app = await openScanner()
  await typeNumber(app.user)
  expect(await screen.findByText('已经登记过')).toBeTruthy()
  expect(screen.getByText(new RegExp(`^钥匙已交（今天 .*，${name}）$`))).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: '补登钥匙：李明轩' })).toBeNull()
})

test('where the campus has not switched it on, the scanner asks for no key', async () => {
  await switchKeys(false)
  const app = await openScanner()
  await typeNumber(app.user)
  await app.user.click(await screen.findByRole('button', { name: '仍然确认' }))
  await waitFor(async () => expect(await arrivals()).toMatchObject([{ key_given_at: null }]))
  expect(screen.queryByRole('checkbox')).toBeNull()
  await app.restart('/scanCodes')
  await screen.findByRole('button', { name: '撤销 李明轩 的登记' })
  expect(screen.queryByRole('button', { name: '补登钥匙：李明轩' })).toBeNull()
  expect(sent().at(-1)?.body).not.toHaveProperty('keyGiven')
})
