import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { listExportableItems } from '#app/lib/outbox/outbox.ts'
import {
  goOffline,
  openApp,
  openScreenCampus,
  openOnboardingStep,
  type RenderedApp,
} from '#tests/support/screens/render.tsx'

// Simulated typing fills in complete forms, which takes long on a busy machine.
const campus = openScreenCampus()
const address = '/militaryTrainingClothing/4/990001'
const STUDENT = 'S990001'
const named = (name: string) => campus.calls.filter(({ path }) => path.endsWith(name))
const set = (name: string) => screen.findByRole('group', { name })
const pick = async (app: RenderedApp, name: string, option: string) =>
  app.user.click(within(await set(name)).getByRole('radio', { name: option }))
const button = (name: string) => screen.findByRole('button', { name })

// At the beginning of every test the student has chosen no uniform.
beforeEach(async () => {
  const { db } = campus.backend()
  for (const table of ['uniform_line', 'uniform_order', 'step_done'] as const)
    await db.deleteFrom(table).where('student_code', '=', STUDENT).execute()
})

async function fillIn(app: RenderedApp, { coat = '175' }: { coat?: string } = {}) {
  await pick(app, '上衣', coat)
  await pick(app, '裤子', '170')
  await pick(app, '帽子', 'M')
  await pick(app, '鞋', '42')
  await pick(app, '颜色', '军绿')
}
const submit = async (app: RenderedApp, name = '提交') => app.user.click(await button(name))
async function submitted(app: RenderedApp) {
  await fillIn(app)
  await submit(app)
  await screen.findByRole('heading', { name: '已提交' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await button('完成')
}

test('the uniform form has a choice of sizes for each garment and one of colours, and nothing is chosen [UNI-01 UNI-02 UNI-03 UNI-13]', async () => {
  await openApp(address, { as: '990001' })
  expect(await screen.findByRole('heading', { level: 1, name: '军训服装' })).toBeTruthy()
  for (const name of ['上衣', '裤子', '帽子', '鞋', '颜色']) {
    const radios = within(await set(name)).getAllByRole<HTMLInputElement>('radio')
    expect(radios.length).toBeGreaterThan(1)
    expect(radios.some(({ checked }) => checked)).toBe(false)
  }
  expect(await button('提交')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(within(await set('鞋')).getByText('尺码帮助')).toBeTruthy()
  expect(within(await set('鞋')).getByText('脚长 26 厘米')).toBeTruthy()
})

test.each([
  '/militaryTrainingClothing',
  '/militaryTrainingClothing?sort=4&stunum=990001',
  '/militarytrainingclothing/4/990001',
])('the uniform form opens at %s [UNI-01 D-36]', async (other) => {
  await openApp(other, { as: '990001' })
  expect(await set('上衣')).toBeTruthy()
})

test('submitting a uniform form without sizes or colour shows all errors at once and focuses the first field [UNI-06 UNI-07 OFF-21]', async () => {
  const app = await openApp(address, { as: '990001' })
  await pick(app, '上衣', '175')
  await submit(app)
  const summary = await screen.findByRole('alert')
  expect([...summary.querySelectorAll('li')].map((one) => one.textContent)).toEqual([
    '裤子 请选择服装尺码',
    '帽子 请选择服装尺码',
    '鞋 请选择服装尺码',
    '请选择颜色',
  ])
  expect(summary.textContent).toContain('有 4 处需要修改')
  expect(within(await set('裤子')).getByText('请选择服装尺码')).toBeTruthy()
  expect(within(await set('上衣')).queryByText('请选择服装尺码')).toBeNull()
  expect(within(await set('裤子')).getAllByRole('radio')[0]).toBe(document.activeElement)
  expect(named('/uniSele/add')).toHaveLength(0)
})

test('the uniform form shows the remark of the chosen size [UNI-13]', async () => {
  const app = await openApp(address, { as: '990001' })
  await pick(app, '鞋', '42')
  expect(within(await set('鞋')).getByRole('status').textContent).toBe('脚长 26 厘米')
})

test('submitting the uniform form shows a summary and marks the step as done, and the button 完成 opens the next step [UNI-04 UNI-08 UNI-11 FLOW-15 FLOW-11]', async () => {
  const app = await openApp(address, { as: '990001' })
  await fillIn(app)
  fireEvent.change(screen.getByLabelText('备注'), { target: { value: '偏瘦' } })
  await submit(app)
  await screen.findByRole('heading', { name: '已提交' })
  expect(screen.queryByRole('radio')).toBeNull()
  for (const value of ['175', '170', 'M', '42', '军绿', '偏瘦'])
    expect(screen.getByText(value)).toBeTruthy()
  await waitFor(() => expect(named('/NewReports/addStatus')).toHaveLength(1))
  const line = { stuCode: STUDENT, color: '1', remark: '偏瘦' }
  const sizes = ['105', '204', '302', '408']
  expect(named('/uniSele/add')[0]?.body).toEqual({
    formList: sizes.map((uniformSizeId) => ({ ...line, uniformSizeId })),
  })
  expect(named('/NewReports/addStatus')[0]?.body).toEqual({ stuCode: STUDENT, processId: '4' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(app.address()).toBe(address)
  await app.user.click(await button('完成'))
  await waitFor(() => expect(app.address()).toBe('/onlinefee/5/990001'))
})

test('submitting the uniform form does not mark its step when the payment step is already done [FLOW-15]', async () => {
  const { db } = campus.backend()
  await db
    .insertInto('step_done')
    .values({ student_code: STUDENT, step_id: 5, done_at: new Date() })
    .execute()
  const app = await openApp('/welcome/990001', { as: '990001' })
  await app.user.click(await screen.findByText('缴费信息'))
  await app.restart(address)
  await submitted(app)
  expect(named('/uniSele/add')).toHaveLength(1)
  expect(named('/NewReports/addStatus')).toHaveLength(0)
})

test('a submitted uniform form shows the stored values and a button labelled 修改, which updates the order [UNI-03 UNI-05 UNI-12 D-53]', async () => {
  const app = await openApp(address, { as: '990001' })
  await submitted(app)
  await app.restart(address)
  await button('修改')
  await waitFor(async () =>
    expect(
      within(await set('上衣')).getByRole<HTMLInputElement>('radio', { name: '175' }).checked,
    ).toBe(true),
  )
  await pick(app, '上衣', '180')
  await submit(app, '修改')
  await waitFor(() => expect(named('/uniSele/updateStuForm')).toHaveLength(1))
  expect(named('/uniSele/updateStuForm')[0]?.body).toMatchObject({
    stuCode: STUDENT,
    formList: [{ uniformSizeId: '106' }, {}, {}, {}],
  })
  // Wait for the receipt, so that the update does not arrive during the next test.
  await screen.findByRole('heading', { name: '已提交' })
})

test('a uniform that was handed out is shown read-only with the button 完成 [UNI-05 UNI-14]', async () => {
  const app = await openApp(address, { as: '990001' })
  await submitted(app)
  await campus
    .backend()
    .db.updateTable('uniform_order')
    .set({ received: '1' })
    .where('student_code', '=', STUDENT)
    .execute()
  const { queryClient } = await import('#app/lib/cache/query-client.ts')
  await queryClient.invalidateQueries()
  await app.restart(address)
  expect(await screen.findByText('已领取')).toBeTruthy()
  expect(await button('完成')).toBeTruthy()
  for (const role of ['radio', 'textbox']) expect(screen.queryByRole(role)).toBeNull()
})

test('a uniform order submitted offline waits with its step’s mark behind it, and a newer choice replaces the order [OFF-12 OFF-14 FLOW-15]', async () => {
  const app = await openOnboardingStep(address, '990001')
  await set('上衣')
  goOffline(campus)
  await fillIn(app)
  await submit(app)
  expect(await screen.findByRole('heading', { name: '已保存在本机，尚未提交' })).toBeTruthy()
  expect(screen.getByText('175')).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: '继续下一步' }))
  await waitFor(() => expect(app.address()).toBe('/onlinefee/5/990001'))
  await app.restart(address)
  expect(await screen.findByText(/下面是您最后填写的内容/)).toBeTruthy()
  expect(
    within(await set('上衣')).getByRole<HTMLInputElement>('radio', { name: '175' }).checked,
  ).toBe(true)
  await pick(app, '上衣', '180')
  await submit(app, '修改')
  await screen.findByRole('heading', { name: '已保存在本机，尚未提交' })
  await app.restart('/outbox')
  expect(await screen.findByText('上衣 180 · 裤子 170 · 帽子 M · 鞋 42 · 军绿')).toBeTruthy()
  // The newer values have replaced the older ones. The mark still waits behind the order and is not
  // counted separately.
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByRole('link', { name: /待提交.*，1 份/ })).toBeTruthy()
  expect(listExportableItems()).toMatchObject([
    { form: 'uniform' },
    { form: 'step', payload: { step: '4' } },
  ])
  await app.restart('/')
  expect(await screen.findByText('1 份待提交')).toBeTruthy()
  expect(screen.getByText(/^军训服装/)).toBeTruthy()
})

test('the uniform form can be filled in offline after only the list of steps was opened [OFF-12]', async () => {
  const app = await openApp('/welcome/990001', { as: '990001' })
  await waitFor(() =>
    expect(
      ['sele', 'colo', 'selebystu', 'livingCost', 'findReserve'].filter(
        (name) => named(`/${name}`).length === 0,
      ),
    ).toEqual([]),
  )
  goOffline(campus)
  await app.restart(address)
  expect(await set('上衣')).toBeTruthy()
  expect(await set('颜色')).toBeTruthy()
})

test('when the network returns, a waiting uniform order is sent once, and then the mark of its step [OFF-12 OFF-15 FLOW-15]', async () => {
  const app = await openApp(address, { as: '990001' })
  await fillIn(app)
  let isAway = true
  campus.addFault(http.all('*', () => (isAway ? HttpResponse.error() : undefined)))
  await submit(app)
  expect(await screen.findByRole('heading', { name: '已保存在本机，尚未提交' })).toBeTruthy()
  expect(await screen.findByText(/网络不佳。联网后自动提交/)).toBeTruthy()
  isAway = false
  campus.calls.length = 0
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByRole('heading', { name: '已提交' })).toBeTruthy()
  await waitFor(() => expect(named('/NewReports/addStatus')).toHaveLength(1))
  const writes = campus.calls
    .map(({ path }) => path.split('/').at(-1) ?? '')
    .filter((name) => /^add|^update/.test(name))
  expect(writes).toEqual(['add', 'addStatus'])
})

test('a uniform order refused as out of stock is corrected in the form, and then the mark of its step is sent [OFF-12 OFF-19]', async () => {
  const app = await openApp(address, { as: '990001' })
  await fillIn(app)
  await pick(app, '鞋', '45')
  await submit(app)
  expect(await screen.findByRole('heading', { name: '需要处理' })).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: '修改内容' }))
  expect((await screen.findByRole('alert')).textContent).toContain('学校退回：所选尺码缺货，请改选')
  expect(named('/NewReports/addStatus')).toHaveLength(0)
  await pick(app, '鞋', '44')
  await submit(app, '修改')
  await waitFor(() => expect(named('/NewReports/addStatus')).toHaveLength(1))
  await app.restart('/outbox')
  expect(await screen.findByText('没有待提交的内容')).toBeTruthy()
})

test('a draft of the uniform form is saved, restored and can be discarded', async () => {
  const app = await openApp(address, { as: '990001' })
  await pick(app, '帽子', 'L')
  expect(await screen.findByText('已存草稿')).toBeTruthy()
  await app.restart(address)
  expect(await screen.findByText('已恢复上次没有提交的草稿')).toBeTruthy()
  expect(
    within(await set('帽子')).getByRole<HTMLInputElement>('radio', { name: 'L' }).checked,
  ).toBe(true)
  await app.user.click(await button('放弃草稿'))
  await waitFor(async () =>
    expect(
      within(await set('帽子')).getByRole<HTMLInputElement>('radio', { name: 'L' }).checked,
    ).toBe(false),
  )
})

test('garments that cannot be loaded show an error with a retry [UNI-09 UNI-10]', async () => {
  campus.addFault(
    http.post('*/uniSele/sele', () => HttpResponse.json({ code: '-1', msg: '维护中' }), {
      once: true,
    }),
  )
  const app = await openApp(address, { as: '990001' })
  expect((await screen.findByRole('alert')).textContent).toContain('军训服装加载失败维护中')
  await app.user.click(await button('重试'))
  expect(await set('上衣')).toBeTruthy()
})

test('after changes of a uniform order on two phones the main button compares both, field by field', async () => {
  const app = await openApp(address, { as: '990001' })
  await submitted(app)
  await app.restart(address)
  await pick(app, '上衣', '180')
  await campus
    .backend()
    .db.updateTable('uniform_order')
    .set({ colour_id: '2', version: 7 })
    .where('student_code', '=', STUDENT)
    .execute()
  await submit(app, '修改')
  // After the sheet has closed, the form's main button is to compare too, and its second button is
  // to submit.
  await screen.findByRole('link', { name: '对比并选择' })
  await app.user.click(screen.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const compare = screen.getByRole('link', { name: '对比并选择' })
  expect([compare, await button('修改')].map((one) => one.dataset['tone'])).toEqual([
    undefined,
    'brand',
  ])
  await app.user.click(compare)
  const colour = await screen.findByRole('group', { name: '颜色' })
  expect(within(colour).getByText('迷彩')).toBeTruthy()
  await app.user.click(within(colour).getByRole('radio', { name: /迷彩/ }))
  const sizes = await screen.findByRole('group', { name: '尺码' })
  await app.user.click(within(sizes).getByRole('radio', { name: /上衣 180/ }))
  await app.user.click(await button('提交所选内容'))
  await waitFor(() =>
    expect(named('/uniSele/updateStuForm').at(-1)?.body).toMatchObject({
      formList: [{ uniformSizeId: '106', color: '2' }, {}, {}, {}],
    }),
  )
  await screen.findByText('没有待提交的内容')
})

test('the uniform form is shown in English', async () => {
  const { setLanguage } = await import('#app/lib/language/language.ts')
  setLanguage('en')
  const app = await openApp(address, { as: '990001' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Training uniform' })).toBeTruthy()
  await submit(app, 'Submit')
  expect(await screen.findAllByText('Choose a size for every garment')).toHaveLength(8)
})
