import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { listExportableItems, submitToOutbox } from '#app/lib/outbox/outbox.ts'
import { currentSession } from '#app/lib/session/session.ts'
import type { Travel } from '#contract/travel'
import { toChinaYear } from '#server/platform/clock'
import { publishTestForm, question, wording } from '#tests/support/backend/campus-forms.ts'
import { sampleTravel } from '#tests/support/offline/offline-page.ts'
import {
  bindDemoUser,
  createHangingHandler,
  goOffline,
  goOnline,
  openApp,
  openScreenCampus,
} from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const subject = () => currentSession()?.subject ?? ''
const year = toChinaYear(new Date())
const submitTravel = (over: Partial<Travel> = {}, baseVersion?: string) =>
  act(() =>
    submitToOutbox({
      form: 'travel',
      payload: sampleTravel({
        student: subject(),
        startDate: `${year}-08-20`,
        arrivalDate: `${year}-08-21`,
        ...over,
      }),
      ...(baseVersion !== undefined && { baseVersion }),
    }),
  )
const travelOf = (code: string) =>
  campus
    .backend()
    .db.selectFrom('travel')
    .selectAll()
    .where('student_code', '=', code)
    .executeTakeFirst()

describe('the queue on the screen', () => {
  beforeEach(async () => {
    await bindDemoUser('990001')
    await campus.backend().db.deleteFrom('travel').where('student_code', '=', subject()).execute()
  })

  test('while a tap on 全部提交 gets no answer, nothing is called received', async () => {
    goOffline(campus)
    await submitTravel()
    const app = await openApp('/outbox')
    await screen.findByText('到校信息')
    let asked = 0
    goOnline(campus)
    campus.addFault(createHangingHandler('*/findBusInformation', () => (asked += 1)))
    await app.user.click(await screen.findByRole('button', { name: '全部提交' }))
    await waitFor(() => expect(asked).toBeGreaterThan(0))
    expect(screen.getByText('这部手机上，学校还没收到')).toBeTruthy()
    expect(screen.queryByText('学校已收到')).toBeNull()
    expect(listExportableItems()).toHaveLength(1)
  })

  test('a submission that is made right after everything was sent is shown as not received', async () => {
    await openApp('/outbox')
    await submitTravel()
    expect(await screen.findByText('学校已收到')).toBeTruthy()
    goOffline(campus)
    await submitTravel({ remark: '改了' })
    expect(await screen.findByText('这部手机上，学校还没收到')).toBeTruthy()
    expect(listExportableItems()).toHaveLength(1)
  })

  test('a change of a record that the university has deleted meanwhile is shown beside an empty record, and arrives', async () => {
    await submitTravel()
    await waitFor(async () => expect(await travelOf(subject())).toBeDefined())
    goOffline(campus)
    const version = (await travelOf(subject()))?.version ?? 0
    await submitTravel({ remark: '改了' }, `travel-${version}`)
    await campus.backend().db.deleteFrom('travel').where('student_code', '=', subject()).execute()
    goOnline(campus)
    const app = await openApp('/outbox')
    await app.user.click(await screen.findByRole('link', { name: /对比并选择/ }))
    await app.user.click(await screen.findByRole('button', { name: '全部用我填写的' }))
    await app.user.click(await screen.findByRole('button', { name: '提交所选内容' }))
    await waitFor(async () => expect((await travelOf(subject()))?.remark).toBe('改了'))
  })
})

describe('a form on the screen', () => {
  test('after a submission that follows the last keystroke at once, no draft is offered', async () => {
    await publishTestForm(campus.backend(), 'rooms', {
      items: [question('bedtime', 'text', { label: wording('就寝时间'), required: true })],
    })
    const app = await openApp('/campusForm/rooms/990001', { as: '990001' })
    await screen.findByLabelText('就寝时间')
    const button = await screen.findByRole('button', { name: '提交' })
    fireEvent.change(screen.getByLabelText('就寝时间'), { target: { value: '22 点' } })
    fireEvent.click(button)
    await waitFor(() => expect(listExportableItems()).toEqual([]))
    await screen.findByRole('heading', { name: '已提交' })
    await app.restart('/campusForm/rooms/990001')
    expect((await screen.findByLabelText<HTMLInputElement>('就寝时间')).value).toBe('22 点')
    expect(screen.queryByText('已恢复上次没有提交的草稿')).toBeNull()
  })
})

describe('a gate whose network accepts requests and answers none', () => {
  test('a confirmation waits at once, and the next student is confirmed meanwhile', async () => {
    await campus
      .backend()
      .db.deleteFrom('arrival')
      .where('student_code', 'in', ['S990002', 'S990003'])
      .execute()
    const list = await openApp('/scanCodes', { as: 'T2001' })
    await screen.findByText(/名已登记/)
    const app = await list.restart('/scanning')
    campus.addFault(createHangingHandler('*/stuEnter/add'))
    const confirm = async (number: string) => {
      await app.user.type(await screen.findByLabelText('输入学号、考生号或证件号码'), number)
      await app.user.click(screen.getByRole('button', { name: '核验' }))
      await app.user.click(await screen.findByRole('button', { name: '仍然确认' }))
    }
    await confirm('990002')
    expect(await screen.findByText('待提交 1 条')).toBeTruthy()
    expect(screen.queryByText(/登记成功/)).toBeNull()
    await confirm('990003')
    expect(await screen.findByText('待提交 2 条')).toBeTruthy()
  })

  test('a gateway that answers every confirmation with an error page keeps the scans waiting, and they arrive once it lets them through', async () => {
    await campus.backend().db.deleteFrom('arrival').where('student_code', '=', 'S990002').execute()
    const list = await openApp('/scanCodes', { as: 'T2001' })
    await screen.findByText(/名已登记/)
    const app = await list.restart('/scanning')
    campus.addFault(
      http.post('*/stuEnter/add', () =>
        HttpResponse.html('<h1>503 Service Unavailable</h1>', { status: 503 }),
      ),
    )
    await app.user.type(await screen.findByLabelText('输入学号、考生号或证件号码'), '990002')
    await app.user.click(screen.getByRole('button', { name: '核验' }))
    await app.user.click(await screen.findByRole('button', { name: '仍然确认' }))
    expect(await screen.findByText('待提交 1 条')).toBeTruthy()
    goOnline(campus)
    expect(await screen.findByText('李明轩：登记成功')).toBeTruthy()
  })
})
