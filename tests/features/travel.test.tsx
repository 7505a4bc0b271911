import { readFileSync } from 'node:fs'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { toChinaYear } from '#server/platform/clock'
import {
  goOffline,
  openApp,
  openScreenCampus,
  openOnboardingStep,
  type RenderedApp,
} from '#tests/support/screens/render.tsx'

// Simulated typing fills in complete forms, which takes long on a busy machine.
const campus = openScreenCampus()
const year = toChinaYear(new Date())
const address = (stunum: string) => `/schoolInformation/2/${stunum}`
const regions = http.get('*/regions.json', () =>
  HttpResponse.json(JSON.parse(readFileSync('public/regions.json', 'utf8'))),
)
const writes = () => campus.calls.filter(({ path }) => /\/(add|update)BusInformation$/.test(path))
const put = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const box = (label: string) => screen.findByLabelText<HTMLInputElement>(label)

// At the beginning of every test the student has no travel record.
beforeEach(async () => {
  campus.addFault(regions)
  const { db } = campus.backend()
  const { code } = await db
    .selectFrom('student')
    .select('code')
    .where('exam_number', '=', '990001')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('travel').where('student_code', '=', code).execute()
})

async function chooseCity(app: RenderedApp) {
  await app.user.click(await screen.findByRole('button', { name: /出发城市/ }))
  await app.user.click(await screen.findByRole('button', { name: '广东省' }))
  await app.user.click(await screen.findByRole('button', { name: '东莞市' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

async function fillIn(app: RenderedApp, { open = false }: { open?: boolean } = {}) {
  await chooseCity(app)
  put('出发日期', `${year}-08-20`)
  put('到达日期', `${year}-08-21`)
  put('到达时间', '14:30')
  await app.user.click(screen.getByRole('button', { name: /出行方式/ }))
  await app.user.click(await screen.findByRole('radio', { name: '火车' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  put('随行人数', '2')
  put('备注', '家长同行')
  await app.user.click(screen.getByRole('radio', { name: open ? '公开' : '不公开' }))
}
const submit = (app: RenderedApp) => app.user.click(screen.getByRole('button', { name: '提交' }))

test('the travel form has eight inputs and five modes, with nothing chosen and no errors [TRV-01 TRV-02 TRV-28]', async () => {
  const app = await openApp(address('990001'), { as: '990001' })
  expect(await screen.findByRole('heading', { level: 1, name: '到校信息' })).toBeTruthy()
  await screen.findByRole('button', { name: /出发城市/ })
  for (const label of ['出发日期', '到达日期', '到达时间', '随行人数', '备注'])
    expect((await box(label)).value).toBe('')
  expect(
    screen.getAllByRole('radio').map((radio) => radio instanceof HTMLInputElement && radio.checked),
  ).toEqual([false, false])
  expect(screen.queryByRole('alert')).toBeNull()
  await app.user.click(screen.getByRole('button', { name: /出行方式/ }))
  const list = await screen.findByRole('radiogroup')
  expect(
    within(list)
      .getAllByRole('radio')
      .map((radio) => radio.textContent),
  ).toEqual(['飞机', '火车', '汽车', '自驾', '其他'])
})

test('the travel form names a field with a character that cannot be stored, and counts the listed errors [TRV-25]', async () => {
  const app = await openApp(address('990001'), { as: '990001' })
  await fillIn(app)
  put('备注', '家长\0同行')
  put('随行人数', 'x')
  await submit(app)
  const summary = await screen.findByRole('alert')
  expect(within(summary).getAllByRole('listitem').at(-1)?.textContent).toBe(
    '备注 包含无法保存的字符，请修改后再提交',
  )
  expect(summary.textContent).toContain('有 2 处需要修改')
  expect(within(summary).getAllByRole('listitem')).toHaveLength(2)
  expect(writes()).toEqual([])
})

test('submitting an empty travel form shows all errors at once, focuses the first field, and queues nothing [TRV-17 to TRV-23 TRV-25 OFF-21]', async () => {
  const app = await openApp(address('990001'), { as: '990001' })
  await screen.findByRole('button', { name: /出发城市/ })
  await submit(app)
  const summary = await screen.findByRole('alert')
  expect([...summary.querySelectorAll('li')].map((one) => one.textContent)).toEqual([
    '请选择出发城市',
    '请输入出发日期',
    '请输入到达日期',
    '请选择到达时间',
    '请选择出行方式',
    '请输入随行人数',
    '请输入备注',
    '公开给同城同日出发的同学 请选择是否公开个人信息',
  ])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /出发城市/ }))
  await app.restart('/outbox')
  expect(await screen.findByText('没有待提交的内容')).toBeTruthy()
})

test('the number of companions accepts only digits [TRV-24]', async () => {
  await openApp(address('990001'), { as: '990001' })
  const companions = await box('随行人数')
  fireEvent.change(companions, { target: { value: '2a' } })
  fireEvent.blur(companions)
  expect(await screen.findByText('请输入正确的随行人数')).toBeTruthy()
})

test('leaving the remark of the travel form empty shows its error on blur, without errors of other fields [TRV-25]', async () => {
  await openApp(address('990001'), { as: '990001' })
  const remark = await box('备注')
  fireEvent.focus(remark)
  fireEvent.blur(remark)
  expect(await screen.findByText('请输入备注')).toBeTruthy()
  expect(screen.queryByText('请输入出发日期')).toBeNull()
})

test('the travel form offers only days of this year and refuses another year [TRV-26]', async () => {
  await openApp(address('990001'), { as: '990001' })
  const start = await box('出发日期')
  expect([start.min, start.max]).toEqual([`${year}-01-01`, `${year}-12-31`])
  fireEvent.change(start, { target: { value: `${year - 1}-08-20` } })
  fireEvent.blur(start)
  expect(await screen.findByText('请选择今年的日期')).toBeTruthy()
})

test('the travel form refuses an arrival before the start, and clears the arrival when the start is moved behind it [TRV-27]', async () => {
  await openApp(address('990001'), { as: '990001' })
  const [start, arrival] = [await box('出发日期'), await box('到达日期')]
  fireEvent.change(start, { target: { value: `${year}-08-20` } })
  await waitFor(() => expect(arrival.min).toBe(`${year}-08-20`))
  fireEvent.change(arrival, { target: { value: `${year}-08-19` } })
  fireEvent.blur(arrival)
  expect(await screen.findByText('到达日期不能早于出发日期')).toBeTruthy()
  fireEvent.change(arrival, { target: { value: `${year}-08-20` } })
  await waitFor(() => expect(screen.queryByText('到达日期不能早于出发日期')).toBeNull())
  fireEvent.change(start, { target: { value: `${year}-08-25` } })
  await waitFor(() => expect(arrival.value).toBe(''))
})

test('the first save of a travel form that is not public adds a record and opens the next step [TRV-05 TRV-07 TRV-09 TRV-10 FLOW-11]', async () => {
  const app = await openApp(address('990001'), { as: '990001' })
  await fillIn(app)
  await submit(app)
  expect(await screen.findByRole('heading', { name: '已提交' })).toBeTruthy()
  expect((await screen.findAllByText(/回执 [0-9A-Z]{4}-[0-9A-Z]{4}/)).length).toBeGreaterThan(0)
  await waitFor(() => expect(app.address()).toBe('/selectdorm/3/990001'))
  expect(writes()).toHaveLength(1)
  expect(writes()[0]?.path).toMatch(/addBusInformation$/)
  expect(writes()[0]?.body).toMatchObject({
    startCity: '广东省,东莞市',
    startDate: `${year}-08-20`,
    arriveDate: `${year}-08-21`,
    schoolbusSite: '14:30',
    tripMode: '火车',
    heelNum: '2',
    remark: '家长同行',
    remarks: '家长同行',
    status: '0',
    processId: '2',
  })
})

test('after a public save the travel page has buttons to skip, view and edit, and a second save updates the record [TRV-03 TRV-06 TRV-07 TRV-08]', async () => {
  const app = await openApp(address('990001'), { as: '990001' })
  await fillIn(app, { open: true })
  await submit(app)
  const view = await screen.findByRole('link', { name: '查看同行的同学' })
  expect(view.getAttribute('href')).toBe('/friendRecommended/2/990001')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // The page behind the sheet renders again when the record has been loaded.
  await waitFor(() => expect(screen.queryByRole('button', { name: '提交' })).toBeNull())
  expect(await screen.findByRole('button', { name: '跳过' })).toBeTruthy()
  await app.user.click(await screen.findByRole('button', { name: '修改' }))
  await waitFor(async () => expect((await box('备注')).value).toBe('家长同行'))
  put('备注', '改了')
  await submit(app)
  await waitFor(() =>
    expect(writes().map(({ path }) => path.split('/').at(-1))).toEqual([
      'addBusInformation',
      'updateBusInformation',
    ]),
  )
})

test('the travel page opens a public record with the link to fellow travellers instead of the form [D-47]', async () => {
  await openApp(address('990005'), { as: '990005' })
  expect(await screen.findByRole('link', { name: '查看同行的同学' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '提交' })).toBeNull()
})

test('the travel form shows a stored mode of travel that can no longer be chosen [D-43]', async () => {
  campus.addFault(
    http.post('*/findBusInformation', () =>
      HttpResponse.json({
        results: {
          stuCode: 's',
          processId: '2',
          startCity: '广东省,东莞市',
          startDate: `${year}-08-20`,
          arriveDate: `${year}-08-21`,
          schoolbusSite: '14:30',
          tripMode: '轮船',
          heelNum: '0',
          remarks: '无',
          status: '0',
        },
      }),
    ),
  )
  await openApp(address('990001'), { as: '990001' })
  expect(await screen.findByText('轮船')).toBeTruthy()
  expect((await box('备注')).value).toBe('无')
})

test('a search in the region picker finds a district without choosing its province and city [OFF-04 TRV-10]', async () => {
  const app = await openApp(address('990001'), { as: '990001' })
  await app.user.click(await screen.findByRole('button', { name: /出发城市/ }))
  await app.user.type(await screen.findByRole('searchbox'), '天河区')
  await app.user.click(await screen.findByRole('button', { name: '广东省 广州市 天河区' }))
  expect(await screen.findByText('广东省 广州市 天河区')).toBeTruthy()
})

test('the region picker lists a municipality’s districts directly, and its search lists exact names first [TRV-10]', async () => {
  const app = await openApp(address('990001'), { as: '990001' })
  await app.user.click(await screen.findByRole('button', { name: /出发城市/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await app.user.click(await dialog.findByRole('button', { name: '重庆市' }))
  const districts = within(await dialog.findByRole('list', { name: '区县' }))
  expect(districts.getByRole('button', { name: '渝中区' })).toBeTruthy()
  expect(districts.getByRole('button', { name: '城口县' })).toBeTruthy()
  expect(districts.queryByRole('button', { name: /^(市辖区|县)$/ })).toBeNull()
  await app.user.type(dialog.getByRole('searchbox'), '朝阳')
  const [first] = within(dialog.getByRole('list')).getAllByRole('button')
  expect(first?.textContent).toMatch(/朝阳[市区县]$/)
  await app.user.click(dialog.getByRole('button', { name: '北京市 朝阳区' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: /出发城市/ }).textContent).toContain('北京市 朝阳区')
})

test('the region picker opens at the chosen city, also for a city without districts [TRV-10]', async () => {
  const app = await openApp(address('990001'), { as: '990001' })
  await chooseCity(app)
  await app.user.click(await screen.findByRole('button', { name: /出发城市/ }))
  expect((await screen.findByRole('button', { name: '东莞市' })).getAttribute('aria-current')).toBe(
    'true',
  )
  await app.user.click(screen.getByRole('button', { name: '返回上一级，当前：广东省' }))
  expect(await screen.findByRole('button', { name: '香港特别行政区' })).toBeTruthy()
})

test('the travel form saves a draft while typing, restores it at the next visit, and deletes it on submit', async () => {
  const app = await openApp(address('990001'), { as: '990001' })
  await fillIn(app)
  expect(await screen.findByText('已存草稿')).toBeTruthy()
  await app.restart()
  expect(await screen.findByText('已恢复上次没有提交的草稿')).toBeTruthy()
  expect((await box('备注')).value).toBe('家长同行')
  expect(screen.getByText('广东省 东莞市')).toBeTruthy()
  await submit(app)
  await screen.findByRole('heading', { name: '已提交' })
  await app.restart()
  await box('备注')
  expect(screen.queryByText('已恢复上次没有提交的草稿')).toBeNull()
})

test('discarding a restored draft of the travel form shows the stored values', async () => {
  const app = await openApp(address('990001'), { as: '990001' })
  fireEvent.change(await box('备注'), { target: { value: '写了一半' } })
  await screen.findByText('已存草稿')
  await app.restart()
  await app.user.click(await screen.findByRole('button', { name: '放弃草稿' }))
  await waitFor(async () => expect((await box('备注')).value).toBe(''))
  await app.restart()
  expect((await box('备注')).value).toBe('')
})

test('a travel form submitted offline is saved on the phone, leads to the next step, and survives a restart [OFF-11 OFF-14 OFF-22]', async () => {
  const app = await openOnboardingStep(address('990001'), '990001')
  await fillIn(app)
  goOffline(campus)
  await submit(app)
  expect(await screen.findByRole('heading', { name: '已保存在本机，尚未提交' })).toBeTruthy()
  expect(
    screen.getByText('网络不佳。联网后自动提交，学校收到后会给您回执。现在可以关闭页面。'),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: '查看待提交' }).getAttribute('href')).toBe('/outbox')
  await app.user.click(screen.getByRole('button', { name: '继续下一步' }))
  await waitFor(() => expect(app.address()).toBe('/selectdorm/3/990001'))
  await app.restart('/welcome/990001')
  expect(await screen.findByText('保存在本机，尚未提交')).toBeTruthy()
  await app.restart(address('990001'))
  expect(await screen.findByText(/下面是您最后填写的内容/)).toBeTruthy()
  expect((await box('备注')).value).toBe('家长同行')
})

test('the sheet that says that a travel form is saved on the phone shows the receipt when the form arrives', async () => {
  const app = await openApp(address('990001'), { as: '990001' })
  await fillIn(app)
  let hold: () => void = () => {}
  const held = new Promise<void>((resolve) => (hold = resolve))
  campus.addFault(
    http.post('*/addBusInformation', async ({ request }) => {
      await held
      return campus.backend().fetch(request)
    }),
  )
  await submit(app)
  expect(await screen.findByRole('heading', { name: '已保存在本机，尚未提交' })).toBeTruthy()
  hold()
  expect(await screen.findByRole('heading', { name: '已提交' })).toBeTruthy()
  // A toast shows the receipt too.
  expect((await screen.findAllByText(/回执 /)).length).toBeGreaterThan(0)
})

test('a refused travel form shows the university’s reason, and a new submission replaces the refused one [OFF-19]', async () => {
  campus.addFault(
    http.post(
      '*/addBusInformation',
      () => HttpResponse.json({ results: false, msg: '出发城市暂停接站' }),
      { once: true },
    ),
  )
  const app = await openApp(address('990001'), { as: '990001' })
  await fillIn(app)
  await submit(app)
  expect(await screen.findByRole('heading', { name: '需要处理' })).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: '修改内容' }))
  expect((await screen.findByRole('alert')).textContent).toContain('学校退回：出发城市暂停接站')
  put('备注', '换一个')
  await submit(app)
  expect(await screen.findByRole('heading', { name: '已提交' })).toBeTruthy()
  await app.restart('/outbox')
  expect(await screen.findByText('没有待提交的内容')).toBeTruthy()
})

test('submitting a travel form on a full disk shows an error at once and keeps the typed values', async () => {
  const app = await openApp(address('990001'), { as: '990001' })
  await fillIn(app)
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await submit(app)
  expect(await screen.findByText(/手机存储空间已满，没有保存/)).toBeTruthy()
  expect((await box('备注')).value).toBe('家长同行')
})

test('fellow travellers are listed with name, gender, phone number, start city and day [TRV-30 TRV-31 TRV-33]', async () => {
  const app = await openApp('/friendRecommended/2/990005', { as: '990005' })
  const [peer] = within(await screen.findByRole('list'))
    .getAllByRole('listitem')
    .filter((one) => one.textContent?.includes('李明轩'))
  expect(peer?.textContent).toMatch(/男/)
  expect(peer?.textContent).toMatch(/广东省 东莞市 · \d+月\d+日/)
  expect(
    within(peer ?? document.body)
      .getByRole('link')
      .getAttribute('href'),
  ).toMatch(/^tel:1\d{10}$/)
  await app.user.click(screen.getByRole('link', { name: '返回' }))
  await waitFor(() => expect(app.address()).toBe('/schoolInformation/2/990005'))
})

test('a student whose travel is not public sees no fellow travellers, and their list is not requested [TRV-34]', async () => {
  await openApp('/friendRecommended/2/990001', { as: '990001' })
  expect(await screen.findByText('公开后才能看到同行的同学')).toBeTruthy()
  expect(campus.calls.some(({ path }) => path.includes('peerRecommendations'))).toBe(false)
})

test('fellow travellers are not cached and not shown offline', async () => {
  const app = await openApp('/friendRecommended/2/990005', { as: '990005' })
  await screen.findByRole('list')
  goOffline(campus)
  await app.restart()
  expect(await screen.findByText('当前网络不可用，请联网后再操作')).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
})
