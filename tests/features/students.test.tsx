import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { clearPhoneData } from '#app/features/identity/unbinding.ts'
import { formatOutboxExport } from '#app/features/outbox/outbox-export.ts'
import { listExportableItems, submitToOutbox } from '#app/lib/outbox/outbox.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { createOutbox } from '#offline/outbox/outbox'
import { openOutboxDatabase } from '#offline/storage/outbox-database'
import { toChinaYear } from '#server/platform/clock'
import { travelFormBody } from '#tests/support/backend/form-bodies.ts'
import { samplePayload } from '#tests/support/backend/four-forms.ts'
import { bindDemoUser, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const year = toChinaYear(new Date())
const items = (subject: string) => createOutbox({ database: openOutboxDatabase() }).list(subject)

/** Submit forms that do not arrive, export them as a file, and clear the phone. */
async function fileOf(number: string, forms: readonly ('travel' | 'family')[]): Promise<string> {
  await bindDemoUser(number)
  campus.addFault(
    http.post(/TravelInformation|NewReports\/(add|update|findFamily)/, () => HttpResponse.error()),
  )
  const session = currentSession()
  if (session === null) throw new Error('nobody is bound')
  for (const form of forms)
    await act(() =>
      submitToOutbox({ form, payload: samplePayload(form, session.subject, year, 1) }),
    )
  await waitFor(() => expect(listExportableItems()).toHaveLength(forms.length))
  const text = formatOutboxExport(
    listExportableItems(),
    { subject: session.subject, head: session.person.name },
    'zh',
  )
  await clearPhoneData()
  return text
}

test('the office finds a student by name, and an action on the student’s page asks for a reason', async () => {
  const { user } = await openApp('/manage/students', { as: 'T5001' })
  fireEvent.change(await screen.findByLabelText('学号、姓名、手机尾号或回执'), {
    target: { value: '陈晓雨' },
  })
  await user.click(screen.getByRole('button', { name: '搜索' }))
  await user.click(await screen.findByRole('link', { name: '陈晓雨' }))
  await screen.findByRole('heading', { level: 1, name: '陈晓雨 990001' })
  expect(screen.getByText('110****5')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /查看 居民身份证/ }))
  expect(await screen.findByText('110101200801010015')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '标记为已审核' }))
  const sheet = within(await screen.findByRole('dialog'))
  await user.click(sheet.getByRole('button', { name: '确认并记录' }))
  expect((await sheet.findByRole('alert')).textContent).toBe('请填写原因')
  fireEvent.change(sheet.getByLabelText('原因'), { target: { value: '证件已核对' } })
  await user.click(sheet.getByRole('button', { name: '确认并记录' }))
  await screen.findByRole('button', { name: '撤回审核' })
})

test('a form that the office fills in for a student needs a reason and is listed in the form’s history', async () => {
  const student = await campus.backend().signInAs('990003')
  await student.post(
    '/api/TravelInformation/addBusInformation',
    travelFormBody({ stuCode: student.code }),
  )
  const { user } = await openApp('/manage/students/S990003/form/travel', { as: 'T5001' })
  const companions = await screen.findByLabelText('随行人数')
  expect(companions).toHaveProperty('value', '1')
  fireEvent.change(companions, { target: { value: '6' } })
  await user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText(/请填写原因/)).length).toBeGreaterThan(0)
  fireEvent.change(screen.getByLabelText('原因'), { target: { value: '学生电话告知' } })
  await user.click(screen.getByRole('button', { name: '提交' }))
  await user.click(await screen.findByText('历史记录（2）'))
  expect(screen.getByText(/窗口代填 · 马丽华 T5001/)).toBeTruthy()
  expect(await items('T5001')).toEqual([])
})

test('the office fills in a student’s personal details without a code from a text message', async () => {
  const { user } = await openApp('/manage/students/S990003', { as: 'T5001' })
  const card = (await screen.findByRole('heading', { name: '个人联系方式' })).closest('section')
  await user.click(within(card ?? document.body).getByRole('link', { name: '代为填写' }))
  const put = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await screen.findByLabelText('微信号')
  expect(screen.queryByLabelText('验证码')).toBeNull()
  put('姓名', '王思远')
  put('微信号', 'wang_siyuan')
  put('邮箱', 'wang@example.edu')
  put('手机号', '13912345678')
  await user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText(/请填写原因/)).length).toBeGreaterThan(0)
  put('原因', '学生没有手机')
  await user.click(screen.getByRole('button', { name: '提交' }))
  expect(await screen.findByText('wang_siyuan', { selector: 'section > div > dl *' })).toBeTruthy()
})

test('the office opens an exported outbox beside the university’s data and submits one of its forms', async () => {
  const text = await fileOf('990001', ['family', 'travel'])
  const app = await openApp('/manage/students/S990001/file', { as: 'T5001' })
  fireEvent.change(await screen.findByLabelText('导出的文字'), { target: { value: text } })
  await app.user.click(screen.getByRole('button', { name: '打开' }))
  expect(await screen.findAllByText('学校还没有收到这份')).toHaveLength(2)
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells).toContain('写下的话 1')
  await app.user.click(screen.getAllByRole('button', { name: '代为提交' })[1] ?? document.body)
  const sheet = within(await screen.findByRole('dialog'))
  fireEvent.change(sheet.getByLabelText('原因'), { target: { value: '手机没有信号' } })
  await app.user.click(sheet.getByRole('button', { name: '确认并记录' }))
  const arrived = await screen.findByText(/学校已收到，回执/)
  const receipt = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(arrived.textContent)?.[0]
  expect(screen.getAllByText('学校还没有收到这份')).toHaveLength(1)
  const written = await campus
    .backend()
    .db.selectFrom('form_history')
    .select(['origin', 'by_code'])
    .where('student_code', '=', 'S990001')
    .where('form', '=', 'travel')
    .execute()
  expect([receipt?.length, written]).toEqual([9, [{ origin: 'desk', by_code: 'T5001' }]])
})

test('the office page of a student refuses the exported outbox of another student', async () => {
  const text = await fileOf('990003', ['travel'])
  const app = await openApp('/manage/students/S990001/file', { as: 'T5001' })
  fireEvent.change(await screen.findByLabelText('导出的文字'), { target: { value: text } })
  await app.user.click(screen.getByRole('button', { name: '打开' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    '这个文件是其他学生的，不能在这里打开',
  )
})

test('the office assigns a free bed by building, floor, room and bed, and sees the room’s residents', async () => {
  const { db } = campus.backend()
  const type = { type_name: '四人间', beds: ['1', '2'], gender: null }
  await db
    .insertInto('dorm_room')
    .values([
      { building: '博学楼', room: '301', ...type },
      { building: '博学楼', room: '1201', ...type },
    ])
    .execute()
  await db
    .insertInto('dorm_place')
    .values({
      student_code: 'S990003',
      building: '博学楼',
      room: '1201',
      bed: '2',
      type_name: '四人间',
    })
    .onConflict((conflict) =>
      conflict.column('student_code').doUpdateSet({ building: '博学楼', room: '1201', bed: '2' }),
    )
    .execute()
  const { user } = await openApp('/manage/students/S990002', { as: 'T7001' })
  await user.click(await screen.findByRole('button', { name: '分配床位' }))
  const choose = async (field: string, choice: RegExp) => {
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${field}`) }))
    const list = await screen.findByRole('radiogroup', { name: field })
    await user.click(await within(list).findByRole('radio', { name: choice }))
  }
  await choose('楼栋', /^博学楼（空 3 床）$/)
  await choose('楼层', /^12 层$/)
  await choose('房间号', /^1201 四人间（空 1 床）$/)
  const { name } = await db
    .selectFrom('student')
    .select('name')
    .where('code', '=', 'S990003')
    .executeTakeFirstOrThrow()
  expect(await screen.findByText(`已入住：2 ${name}`)).toBeTruthy()
  await choose('床号', /^1$/)
  fireEvent.change(screen.getByLabelText('原因'), { target: { value: '补分配' } })
  await user.click(screen.getByRole('button', { name: '确认并记录' }))
  expect(await screen.findByText('博学楼 1201 1')).toBeTruthy()
})
