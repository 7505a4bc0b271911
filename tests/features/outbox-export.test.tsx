import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { clearPhoneData } from '#app/features/identity/unbinding.ts'
import { formatOutboxExport, parseExport } from '#app/features/outbox/outbox-export.ts'
import { formDrafts } from '#app/lib/outbox/drafts.ts'
import { listExportableItems, sendOutboxNow, submitToOutbox } from '#app/lib/outbox/outbox.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { toBase64url } from '#contract/bytes'
import { travel } from '#contract/travel'
import { createOutbox } from '#offline/outbox/outbox'
import type { FormDraft } from '#offline/outbox/outbox-records'
import { openOutboxDatabase } from '#offline/storage/outbox-database'
import { toChinaYear } from '#server/platform/clock'
import { samplePayload } from '#tests/support/backend/four-forms.ts'
import { bindDemoUser, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const year = toChinaYear(new Date())
const subject = () => currentSession()?.subject ?? ''
const write = (form: 'travel' | 'family', number: number) =>
  act(() => submitToOutbox({ form, payload: samplePayload(form, subject(), year, number) }))
const taken = () => {
  const session = currentSession()
  if (session === null) throw new Error('nobody is bound')
  const { subject, person, stunum } = session
  return formatOutboxExport(
    listExportableItems(),
    { subject, head: `${person.name} ${stunum}` },
    'zh',
  )
}
const items = () => createOutbox({ database: openOutboxDatabase() }).list(subject())
let hasSignal = false
beforeEach(() => (hasSignal = false))
/** Let calls that send or look up forms fail until `hasSignal` is set. */
const noSending = () =>
  campus.addFault(
    http.post(/TravelInformation|NewReports\/(add|update|findFamily)/, () =>
      hasSignal ? undefined : HttpResponse.error(),
    ),
  )
/** Write two waiting items on this phone and export them. */
async function fromTheOldPhone(number: string): Promise<string> {
  await bindDemoUser(number)
  noSending()
  await write('family', 1)
  await write('travel', 1)
  await waitFor(() => expect(listExportableItems()).toHaveLength(2))
  return taken()
}
const paste = async (text: string) =>
  fireEvent.change(await screen.findByLabelText('导出的文字'), { target: { value: text } })

test('an export of the outbox is readable text with titles, labels and names instead of codes', async () => {
  const text = await fromTheOldPhone('990001')
  const shown = text.slice(0, text.indexOf('-----BEGIN'))
  for (const said of [
    '陈晓雨 990001',
    '■ 个人与家庭信息',
    '■ 到校信息',
    '出发城市：广东省 东莞市',
    `出发日期：${year}年`,
    `${year}-`,
    '户籍类型：农村',
    '陈建国 父亲',
  ])
    expect(shown).toContain(said)
  expect(shown).not.toMatch(/startCity|householdType|[{}"]/)
})

test('an export imported on the student’s other phone keeps keys and order, and newer values on that phone stay', async () => {
  const text = await fromTheOldPhone('990001')
  const keys = (await items()).map(({ key }) => key)
  await clearPhoneData()
  await bindDemoUser('990001')
  await write('travel', 2)
  const app = await openApp('/outbox')
  await app.user.click(await screen.findByRole('button', { name: '导入' }))
  await paste(`转发：\n${text}\n谢谢`)
  await app.user.click(screen.getByRole('button', { name: '打开' }))
  await screen.findByText(/已导入 1 份.*1 份没有导入/)
  const here = await items()
  expect(here.map(({ form }) => form)).toEqual(['travel', 'family'])
  expect(here[0]?.payload).toMatchObject({ remark: '写下的话 2' })
  expect(here[1]?.key).toBe(keys[0])
})

test('importing refuses another person’s export and a truncated or modified one', async () => {
  const text = await fromTheOldPhone('990001')
  await clearPhoneData()
  const app = await openApp('/outbox', { as: '990003' })
  await app.user.click(await screen.findByRole('button', { name: '导入' }))
  await paste(text)
  await app.user.click(screen.getByRole('button', { name: '打开' }))
  expect((await screen.findByRole('alert')).textContent).toBe('这是其他人的内容，不能在这里打开')
  expect(await items()).toEqual([])
  for (const broken of [
    '',
    'hello',
    text.slice(0, -40),
    text.replace(/\n(.)(.*)\n-----END/, '\n$2\n-----END'),
  ])
    expect(parseExport(broken)).toBeUndefined()
  expect(parseExport(text.replaceAll('\n', '\r\n'))).toEqual(parseExport(text))
})

/** Import a text on the bound phone through the screen. */
async function bringIn(text: string): Promise<void> {
  const app = await openApp('/outbox')
  await app.user.click(await screen.findByRole('button', { name: '导入' }))
  await paste(text)
  await app.user.click(screen.getByRole('button', { name: '打开' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  cleanup()
}

test('of two imported exports the values that were submitted later are the newer ones, in whatever order they are imported', async () => {
  const early = await fromTheOldPhone('990004')
  await clearPhoneData()
  await bindDemoUser('990004')
  await write('travel', 2)
  await waitFor(() => expect(listExportableItems()).toHaveLength(1))
  const later = taken()
  await clearPhoneData()
  await bindDemoUser('990004')
  await bringIn(early)
  await bringIn(later)
  const ways = (await items()).filter(({ form }) => form === 'travel')
  expect(ways.at(-1)?.payload).toMatchObject({ remark: '写下的话 2' })
})

test('a submission that two phones send under one key is stored once with one receipt', async () => {
  await bindDemoUser('990005')
  noSending()
  await write('travel', 3)
  await waitFor(() => expect(listExportableItems()).toHaveLength(1))
  const text = taken()
  const [key] = (await items()).map((item) => item.key)
  await clearPhoneData()
  await bindDemoUser('990005')
  await bringIn(text)
  const { db, post } = campus.backend()
  const { token } = await campus.backend().signInAs('990005')
  const payloadFields = v.parse(
    travel.add.input.schema,
    samplePayload('travel', subject(), year, 3),
  )
  const sent = () =>
    post(
      '/api/TravelInformation/addBusInformation',
      Object(travel.add.input.encode(payloadFields)),
      {
        authorization: token,
        'idempotency-key': key ?? '',
      },
    )
  const first = await sent()
  hasSignal = true
  act(sendOutboxNow)
  const receipt = await waitFor(async () => {
    const [one] = await createOutbox({ database: openOutboxDatabase() }).receipts(subject())
    if (one === undefined) throw new Error('no receipt yet')
    return one
  })
  expect(receipt).toMatchObject({ key, receipt: first.headers.get('receipt') })
  const versions = await db
    .selectFrom('form_history')
    .select('version')
    .where('student_code', '=', subject())
    .where('form', '=', 'travel')
    .execute()
  expect(versions).toHaveLength(1)
})

test('drafts are exported as readable text, and imported only for forms that have no draft on the phone', async () => {
  await bindDemoUser('990001')
  const journey = { values: { ...samplePayload('travel', subject(), year, 1), remark: '还没写完' } }
  await formDrafts.save('travel', journey)
  const picture = { blob: new Blob(['x']), width: 1, height: 1 }
  // This draft has a picture, which the test database cannot store.
  const complaint: FormDraft = {
    subject: subject(),
    form: 'advice',
    schemaVersion: 0,
    savedAt: Date.now(),
    values: { content: '热水不够', category: 'dorm', pictures: [picture] },
  }
  const all = [...(await formDrafts.list()), complaint]
  const text = formatOutboxExport([], { subject: subject(), head: '', drafts: all }, 'zh')
  const shown = text.slice(0, text.indexOf('-----BEGIN'))
  expect(shown).toMatch(/■ 草稿：到校信息.*\n(.*\n)*备注：还没写完/)
  expect(shown).toMatch(/■ 草稿：投诉建议.*\n热水不够\n（照片没有导出）/)
  await clearPhoneData()
  await bindDemoUser('990001')
  await formDrafts.save('advice', { content: '这部手机上的', category: '', pictures: [] })
  await bringIn(text)
  expect(await formDrafts.read('travel')).toEqual(journey)
  expect(await formDrafts.read('advice')).toMatchObject({ content: '这部手机上的' })
  await formDrafts.drop('advice')
  await bringIn(text)
  expect(await formDrafts.read('advice')).toEqual({
    content: '热水不够',
    category: 'dorm',
    pictures: [],
  })
})

test('an export with more than 1000 items, an invalid key or an invalid order is refused', () => {
  const item = {
    form: 'travel',
    key: 'k'.repeat(8),
    schemaVersion: 1,
    capturedAt: 1,
    payload: {},
    order: 1,
  }
  const said = (items: object[]) => {
    const code = toBase64url(new TextEncoder().encode(JSON.stringify({ subject: 'S1', items })))
    return `-----BEGIN BAODAO-----\n${code}\n-----END BAODAO-----`
  }
  expect(parseExport(said([item]))?.items).toHaveLength(1)
  expect(parseExport(said(Array.from({ length: 1001 }, () => item)))).toBeUndefined()
  expect(parseExport(said([{ ...item, key: 'a b' }]))).toBeUndefined()
  expect(parseExport(said([{ ...item, order: 1.5 }]))).toBeUndefined()
})
