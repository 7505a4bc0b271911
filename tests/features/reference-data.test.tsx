import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()

test('the office writes the guide 收费标准, and a student reads it', async () => {
  const office = await openApp('/manage/content/guides', { as: 'T5001' })
  await office.user.click(await screen.findByRole('link', { name: '收费标准' }))
  const text = await screen.findByRole('textbox', { name: '正文' })
  fireEvent.paste(text, {
    clipboardData: {
      types: ['text/html'],
      files: [],
      items: [],
      getData: (type: string) => (type === 'text/html' ? '<h2>住宿费</h2><p>每年 1200 元</p>' : ''),
    },
  })
  const preview = await screen.findByRole('region', { name: '预览: 正文' })
  expect(await within(preview).findByText(/每年 1200 元/)).toBeTruthy()
  await office.user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('已保存好')).toBeTruthy()
  cleanup()
  await openApp('/feeMenu', { as: '880001' })
  expect(await screen.findByText(/每年 1200 元/)).toBeTruthy()
})

test('the editor of a dormitory type shows errors beside its fields and saves valid values, also in full-width digits', async () => {
  const office = await openApp('/manage/content/dorms/new', { as: 'T7001' })
  await office.user.click(await screen.findByRole('button', { name: '保存' }))
  expect(await screen.findByText('请填写金额，最多两位小数')).toBeTruthy()
  for (const [label, value] of [
    ['名称', '单人间'],
    ['英文名', 'Single room'],
    ['价格（元）', '３，６００'],
    ['床位数', '１２'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await office.user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByRole('button', { name: '停用' })).toBeTruthy()
  await office.user.click(screen.getByRole('link', { name: '返回列表' }))
  const row = (await screen.findByRole('link', { name: '单人间' })).closest('tr')
  expect(row?.textContent).toContain('Single room3600.0012')
})

test('the office opens a room from the list of rooms and changes its beds', async () => {
  const office = await openApp('/manage/content/rooms', { as: 'T7001' })
  const [room] = await screen.findAllByRole('link', { name: '501' })
  if (room === undefined) throw new Error('no room')
  await office.user.click(room)
  expect(await screen.findByDisplayValue('1、2、3、4')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('床位编号'), { target: { value: '3' } })
  await office.user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('已保存好')).toBeTruthy()
  expect(await screen.findByDisplayValue('1、2、3')).toBeTruthy()
})

test('finance sees only its two lists of reference data', async () => {
  await openApp('/manage/content', { as: 'T6001' })
  const lists = within(await screen.findByRole('main'))
  expect(await lists.findByRole('link', { name: '最低缴费标准' })).toBeTruthy()
  expect(lists.getAllByRole('link')).toHaveLength(2)
  expect(campus.calls.length).toBeGreaterThan(0)
})

test('a fee item for all students can be opened, and a second one of the same name and year is refused', async () => {
  await campus
    .backend()
    .db.insertInto('fee_item')
    .values({ year: 2036, item: '学费', enrolment: '', amount_fen: 1_860_000 })
    .execute()
  const office = await openApp('/manage/content/feeItems', { as: 'T6001' })
  const row = (await screen.findByRole('link', { name: '学费' })).closest('tr')
  await waitFor(() => expect(row?.textContent).toContain('所有学生18600.00'))
  await office.user.click(screen.getByRole('link', { name: '学费' }))
  expect(await screen.findByDisplayValue('18600.00')).toBeTruthy()
  cleanup()
  const again = await openApp('/manage/content/feeItems/new', { as: 'T6001' })
  for (const [label, value] of [
    ['收费项目', '学费'],
    ['缴费年度', '2036'],
    ['收费金额（元）', '1.00'],
  ] as const)
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })
  await again.user.click(screen.getByRole('button', { name: /学生类型/ }))
  await again.user.click(await screen.findByRole('radio', { name: '所有学生' }))
  await again.user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('已有同名的一项，请打开原有的一项修改')).toBeTruthy()
})

test('the editor of a room offers the existing dormitory types', async () => {
  const office = await openApp('/manage/content/rooms/new', { as: 'T7001' })
  await office.user.click(await screen.findByRole('button', { name: /所属宿舍类型/ }))
  const types = await screen.findByRole('radiogroup', { name: '所属宿舍类型' })
  await office.user.click(await within(types).findByRole('radio', { name: '四人间' }))
  expect((await screen.findByRole('button', { name: /所属宿舍类型/ })).textContent).toContain(
    '四人间',
  )
})

test('the editor of a room offers all dormitory types, also when their list has several pages', async () => {
  const { db } = campus.backend()
  const many = Array.from({ length: 120 }, (_, at) => ({
    id: `9${String(at).padStart(3, '0')}`,
    name: `末尾类型${at}`,
    price_fen: 120_000,
    places: 0,
  }))
  await db.insertInto('dorm_type').values(many).execute()
  const office = await openApp('/manage/content/rooms/new', { as: 'T7001' })
  await office.user.click(await screen.findByRole('button', { name: /所属宿舍类型/ }))
  const types = await screen.findByRole('radiogroup', { name: '所属宿舍类型' })
  for (const name of ['四人间', '末尾类型0', '末尾类型119'])
    expect(await within(types).findByRole('radio', { name })).toBeTruthy()
  await db.deleteFrom('dorm_type').where('name', 'like', '末尾类型%').execute()
})

test('a level that the office adds with its rules is offered where fees are set by level, under its name', async () => {
  const office = await openApp('/manage/content/levels/new', { as: 'T5001' })
  fireEvent.change(await screen.findByLabelText('名称'), { target: { value: '少数民族预科' } })
  await office.user.click(screen.getByRole('radio', { name: '本科' }))
  const dorm = within(screen.getByRole('group', { name: '住学校宿舍' }))
  await office.user.click(dorm.getByRole('radio', { name: '否' }))
  await office.user.click(screen.getByRole('checkbox', { name: '军训服装' }))
  await office.user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText(/类别为本科的学生须住学校宿舍/)).toBeTruthy()
  await office.user.click(screen.getByRole('radio', { name: '其他' }))
  await office.user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('已保存好')).toBeTruthy()
  const stored = await campus
    .backend()
    .db.selectFrom('student_level')
    .selectAll()
    .where('code', '=', '少数民族预科')
    .executeTakeFirst()
  expect(stored).toMatchObject({
    kind: 'other',
    lives_in_dorm: false,
    skipped_pages: ['militaryTrainingClothing'],
  })
  cleanup()
  const finance = await openApp('/manage/content/leasts/new', { as: 'T6001' })
  await finance.user.click(await screen.findByRole('button', { name: /学生类型/ }))
  await finance.user.click(await screen.findByRole('radio', { name: '少数民族预科' }))
  fireEvent.change(screen.getByLabelText('缴费年度'), { target: { value: '2037' } })
  fireEvent.change(screen.getByLabelText('每次最低缴费（元）'), { target: { value: '300' } })
  await finance.user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('已保存好')).toBeTruthy()
  cleanup()
  await openApp('/manage/content/leasts', { as: 'T6001' })
  expect(await screen.findByRole('cell', { name: '少数民族预科' })).toBeTruthy()
})
