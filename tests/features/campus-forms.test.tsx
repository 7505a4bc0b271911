import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { serverYear } from '#app/lib/format/china-time.ts'
import { listFormAttachments } from '#app/lib/outbox/attachments.ts'
import { listExportableItems } from '#app/lib/outbox/outbox.ts'
import type { CampusFormSettings } from '#contract/campus-form-settings'
import { retireForm } from '#server/features/campus-forms/public'
import { publishTestForm, question, wording } from '#tests/support/backend/campus-forms.ts'
import {
  goOffline,
  goOnline,
  openApp,
  openScreenCampus,
  type RenderedApp,
} from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const STUDENT = 'S990001'
let count = 0
let form = ''
let address = ''
const named = (name: string) => campus.calls.filter(({ path }) => path.endsWith(name))

const rooms = {
  title: wording('住宿问卷'),
  items: [
    question('bedtime', 'text', { label: wording('就寝时间'), required: true }),
    question('smokes', 'yesNo', { label: wording('是否吸烟'), required: true }),
    question('floor', 'selectOne', { label: wording('楼层'), choices: 'floors' }),
  ],
  choices: {
    floors: [
      { name: 'low', label: wording('低层') },
      { name: 'high', label: wording('高层') },
    ],
  },
}

// Every test has a form of its own, the only one that is offered.
beforeEach(async () => {
  const { db, clock } = campus.backend()
  await db.updateTable('campus_form').set({ retired_at: clock.now() }).execute()
  await db.deleteFrom('step_done').where('student_code', '=', STUDENT).execute()
  form = `rooms-${(count += 1)}`
  address = `/campusForm/${form}/990001`
})

const publish = (settings: Partial<CampusFormSettings> = {}, more: readonly unknown[] = []) =>
  publishTestForm(campus.backend(), form, {
    ...rooms,
    items: [...rooms.items, ...more],
    settings,
  })
const retire = () => retireForm(campus.backend().db, { form, now: campus.backend().clock.now() })

const type = async (name: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(name), { target: { value } })
const pick = async (app: RenderedApp, name: string, option: string) =>
  app.user.click(
    within(await screen.findByRole('group', { name })).getByRole('radio', { name: option }),
  )
const button = (name: string) => screen.findByRole('button', { name })

async function fillIn(app: RenderedApp) {
  await type('就寝时间', '22 点')
  await pick(app, '是否吸烟', '否')
}

test('a form for the student is listed on the home page’s list of forms and opens from there', async () => {
  await publish()
  const app = await openApp('/campusForms', { as: '990001' })
  const link = await screen.findByRole('link', { name: /住宿问卷/ })
  expect(link.textContent).toContain('待填写')
  await app.user.click(link)
  await waitFor(() => expect(app.address()).toBe(address))
  expect(await screen.findByRole('heading', { level: 1, name: '住宿问卷' })).toBeTruthy()
})

test('a campus form is sent, confirmed by a receipt, and shown as it was given', async () => {
  await publish()
  const app = await openApp(address, { as: '990001' })
  await fillIn(app)
  await app.user.click(await button('提交'))
  expect(await screen.findByRole('heading', { name: '已提交' })).toBeTruthy()
  expect(screen.getByText('22 点')).toBeTruthy()
  await waitFor(() => expect(named('/campusform/add')).toHaveLength(1))
  expect(named('/campusform/add')[0]?.body).toMatchObject({
    form,
    version: 1,
    answers: { bedtime: '22 点', smokes: 'no', floor: '' },
    attachments: [],
  })
  await app.restart('/outbox')
  expect(await screen.findByText('住宿问卷')).toBeTruthy()
})

test('answers are read back in the order of the form, and a date with its year', async () => {
  const day = `${serverYear()}-09-01`
  await publishTestForm(campus.backend(), form, {
    items: [
      {
        type: 'repetition',
        name: 'members',
        label: wording('家庭成员'),
        least: 1,
        items: [question('who', 'text', { label: wording('姓名') })],
      },
      question('day', 'date', { label: wording('入住日期') }),
    ],
  })
  const app = await openApp(address, { as: '990001' })
  fireEvent.change(await screen.findByLabelText('姓名'), { target: { value: '王二' } })
  fireEvent.change(screen.getByLabelText('入住日期'), { target: { value: day } })
  await app.user.click(await button('提交'))
  const shown = await screen.findByText(`${serverYear()}年9月1日`)
  const earlier = screen.getByText('王二').compareDocumentPosition(shown)
  expect(earlier & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('a campus form that was filled in offline waits in the outbox under its title, and is sent when the network returns', async () => {
  await publish()
  const app = await openApp(address, { as: '990001' })
  await screen.findByLabelText('就寝时间')
  goOffline(campus)
  await fillIn(app)
  await app.user.click(await button('提交'))
  expect(await screen.findByRole('heading', { name: '已保存在本机，尚未提交' })).toBeTruthy()
  await app.restart('/outbox')
  expect(await screen.findByText('住宿问卷')).toBeTruthy()
  expect(listExportableItems()).toMatchObject([{ form: `campus:${form}` }])
  await app.restart(address)
  expect(await screen.findByText(/下面是您最后填写的内容/)).toBeTruthy()
  expect((await screen.findByLabelText<HTMLInputElement>('就寝时间')).value).toBe('22 点')
  goOnline(campus)
  await waitFor(() => expect(named('/campusform/add')).toHaveLength(1))
  await waitFor(() => expect(listExportableItems()).toEqual([]))
})

test('what was typed into a campus form is a draft until it is submitted', async () => {
  await publish()
  const app = await openApp(address, { as: '990001' })
  await type('就寝时间', '23 点')
  expect(await screen.findByText('已存草稿')).toBeTruthy()
  await app.restart(address)
  expect(await screen.findByText('已恢复上次没有提交的草稿')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('就寝时间').value).toBe('23 点')
  await app.user.click(await button('放弃草稿'))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('就寝时间').value).toBe(''))
})

test('a file that was removed, or whose group was removed, leaves the phone unless answers that wait contain it', async () => {
  await publishTestForm(campus.backend(), form, {
    items: [
      question('proof', 'file', { label: wording('证明') }),
      {
        type: 'repetition',
        name: 'members',
        label: wording('家庭成员'),
        least: 0,
        items: [question('card', 'file', { label: wording('证件') })],
      },
    ],
  })
  const app = await openApp(address, { as: '990001' })
  await screen.findByLabelText('选择文件 证明', { selector: 'input' })
  goOffline(campus)
  const choose = (label: string, name: string) =>
    fireEvent.change(screen.getByLabelText(`选择文件 ${label}`, { selector: 'input' }), {
      target: { files: [new File(['%PDF-1.7'], name, { type: 'application/pdf' })] },
    })
  const onPhone = async () => (await listFormAttachments(form)).map(({ name }) => name).toSorted()
  choose('证明', '错.pdf')
  await app.user.click(await button('移除错.pdf'))
  await waitFor(async () => expect(await onPhone()).toEqual([]))

  choose('证件', '父.pdf')
  await button('移除父.pdf')
  await app.user.click(screen.getByRole('button', { name: '移除家庭成员 1' }))
  await app.user.click(await button('撤销'))
  await button('移除父.pdf')
  expect(await onPhone()).toEqual(['父.pdf'])
  await app.user.click(screen.getByRole('button', { name: '移除家庭成员 1' }))
  await app.restart(address)
  await waitFor(async () => expect(await onPhone()).toEqual([]))

  await app.user.click(await button('添加家庭成员'))
  choose('证件', '父.pdf')
  await button('移除父.pdf')
  choose('证明', '对.pdf')
  await button('移除对.pdf')
  await app.user.click(await button('提交'))
  await screen.findByRole('heading', { name: '已保存在本机，尚未提交' })
  await app.restart(address)
  await app.user.click(await button('移除对.pdf'))
  choose('证明', '新.pdf')
  await app.user.click(await button('移除新.pdf'))
  await app.user.click(screen.getByRole('button', { name: '移除家庭成员 1' }))
  await app.restart('/outbox')
  await waitFor(async () => expect(await onPhone()).toEqual(['对.pdf', '父.pdf'].toSorted()))
})

test('answers are carried to a newer version of the form, and the questions that are new are marked', async () => {
  await publish()
  const app = await openApp(address, { as: '990001' })
  await type('就寝时间', '23 点')
  await screen.findByText('已存草稿')
  await publish({}, [question('pets', 'text', { label: wording('宠物') })])
  await queryClient.invalidateQueries()
  await app.restart(address)
  expect(await screen.findByText('学校更新了这份表单')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('就寝时间').value).toBe('23 点')
  expect(screen.getByLabelText('宠物').getAttribute('aria-describedby')).toBeTruthy()
  expect(screen.getAllByText(/^请重新确认/)).toHaveLength(1)
})

test('a conflict of a campus form is resolved question by question', async () => {
  await publish()
  const app = await openApp(address, { as: '990001' })
  await fillIn(app)
  await app.user.click(await button('提交'))
  await screen.findByRole('heading', { name: '已提交' })
  await app.restart(address)
  await screen.findByLabelText('就寝时间')
  goOffline(campus)
  await type('就寝时间', '一点')
  await app.user.click(await button('修改'))
  await screen.findByRole('heading', { name: '已保存在本机，尚未提交' })
  // Meanwhile the answers were changed on another phone.
  const { db } = campus.backend()
  await db
    .updateTable('campus_form_answer')
    .set({
      version: 7,
      answers: JSON.stringify({ bedtime: '零点', smokes: 'no', floor: 'high' }),
    })
    .where('student_code', '=', STUDENT)
    .execute()
  goOnline(campus)
  await app.restart('/outbox')
  await app.user.click(await screen.findByRole('link', { name: /对比并选择/ }))
  const bedtime = within(await screen.findByRole('group', { name: '就寝时间' }))
  await app.user.click(bedtime.getByRole('radio', { name: /一点|本机/ }))
  const floor = within(screen.getByRole('group', { name: '楼层' }))
  expect(floor.getByText('高层')).toBeTruthy()
  const [, theirs] = floor.getAllByRole('radio')
  if (theirs !== undefined) await app.user.click(theirs)
  await app.user.click(await button('提交所选内容'))
  await waitFor(() =>
    expect(named('/campusform/update').at(-1)?.body).toMatchObject({
      answers: { bedtime: '一点', floor: 'high' },
    }),
  )
})

test('a closed form says since when, and a form that needs a review says how it stands', async () => {
  await publish({
    window: { from: '', until: '2020-01-02 08:00', note: '请联系学院', noteEn: '' },
  })
  const app = await openApp(address, { as: '990001' })
  expect(await screen.findByText(/已于 2020年1月2日 08:00 截止/)).toBeTruthy()
  expect(screen.getByText('请联系学院')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  await publish({ isReviewed: true, isChangeable: false })
  await queryClient.invalidateQueries()
  await app.restart(address)
  await fillIn(app)
  await app.user.click(await button('提交'))
  await screen.findByRole('heading', { name: '已提交' })
  await queryClient.invalidateQueries()
  await app.restart(address)
  expect(await screen.findByText('审核中')).toBeTruthy()
  expect(screen.getByText('22 点')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  await campus
    .backend()
    .db.updateTable('campus_form_answer')
    .set({ state: 'rejected', reason: '请写清楚' })
    .where('student_code', '=', STUDENT)
    .execute()
  await queryClient.invalidateQueries()
  await app.restart(address)
  expect(await screen.findByText('学校未通过：请写清楚')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('就寝时间').value).toBe('22 点')
})

test('a form that is not offered says so and keeps nothing from the student', async () => {
  await publish()
  await retire()
  await openApp(address, { as: '990001' })
  expect(await screen.findByText('这份表单现在不提供给您')).toBeTruthy()
})

test('a form that is a step of the flow opens from the list of steps and is done once it is sent', async () => {
  await publish({ step: { position: 1, isSkippable: false, before: [] } })
  await campus
    .backend()
    .db.insertInto('step_done')
    .values({ student_code: STUDENT, step_id: 1, done_at: new Date() })
    .execute()
  const app = await openApp('/welcome/990001', { as: '990001' })
  await app.user.click(await screen.findByRole('link', { name: /住宿问卷/ }))
  await waitFor(() => expect(app.address()).toBe(address))
  await fillIn(app)
  goOffline(campus)
  await app.user.click(await button('提交'))
  await screen.findByRole('heading', { name: '已保存在本机，尚未提交' })
  await app.restart('/welcome/990001')
  const row = await screen.findByRole('link', { name: /住宿问卷/ })
  expect(row.textContent).toContain('待提交')
})
