import { screen, within } from '@testing-library/react'
import { writeXlsx } from 'hucre/xlsx'
import { http } from 'msw'
import { beforeAll, expect, test } from 'vitest'
import type { SignedInUser } from '#tests/support/backend/backend.ts'
import { encodeCsv, type CellTable } from '#tests/support/backend/import-files.ts'
import { postFile } from '#tests/support/backend/post-file.ts'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
let office: SignedInUser
beforeAll(async () => {
  office = await campus.backend().signInAs('T5001')
})

const HEADINGS = ['学院代码', '学院名称']

async function send(rows: CellTable): Promise<string> {
  const bytes = new Uint8Array(encodeCsv([HEADINGS, ...rows]))
  const answer = await postFile(campus.backend(), '/api/manage/imports/upload', bytes, {
    by: office,
    kind: 'departments',
    name: 'departments.csv',
  })
  const { id } = await answer.json()
  return String(id)
}

const names = async () =>
  (await campus.backend().db.selectFrom('department').select('name').execute()).map(
    ({ name }) => name,
  )

test('the office previews an import, imports its valid rows and undoes the import', async () => {
  const id = await send([
    ['91', '海洋学院'],
    ['9-2', '航天学院'],
  ])
  const app = await openApp('/manage/imports', { as: 'T5001' })
  await app.user.click(await screen.findByRole('link', { name: 'departments.csv' }))
  expect(await screen.findByText('已检查，尚未写入')).toBeTruthy()
  const refused = await screen.findByRole('table', { name: '有误' })
  expect(within(refused).getByText('学院代码')).toBeTruthy()
  expect(within(refused).getByText('9-2')).toBeTruthy()
  expect(within(refused).getByText('只能由字母和数字组成')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '全部写入' })).toBeNull()
  expect(await names()).not.toContain('海洋学院')

  await app.user.click(screen.getByRole('button', { name: '只写入正确的 1 行' }))
  expect(await screen.findByText('已写入')).toBeTruthy()
  expect(await names()).toContain('海洋学院')

  await app.user.click(screen.getByRole('button', { name: '撤回这次导入' }))
  expect(await screen.findByText('请填写原因')).toBeTruthy()
  await app.user.type(screen.getByLabelText('原因'), '传错了')
  await app.user.click(screen.getByRole('button', { name: '撤回这次导入' }))
  expect(await screen.findByText('已撤回')).toBeTruthy()
  expect(await names()).not.toContain('海洋学院')
  expect(app.address()).toBe(`/manage/imports/${id}`)
})

test('the office page of imports offers finance only the tables that finance is allowed to import', async () => {
  const app = await openApp('/manage/imports', { as: 'T6001' })
  await app.user.click(await screen.findByRole('button', { name: /导入内容/ }))
  expect(await screen.findByRole('radio', { name: /应缴费用|费用/ })).toBeTruthy()
  expect(screen.queryByRole('radio', { name: /学生（/ })).toBeNull()
})

test('for a workbook with rows on two worksheets the office chooses which worksheet to import', async () => {
  const rows = (code: string) => [HEADINGS, [code, `学院${code}`]]
  const bytes = await writeXlsx({
    sheets: [
      { name: '本科', rows: rows('95') },
      { name: '研究生', rows: rows('96') },
    ],
  })
  const file = new File([new Uint8Array(bytes)], '学院.xlsx')
  campus.addFault(
    http.post('*/api/manage/imports/upload', async ({ request }) => {
      const body = new Uint8Array(await request.arrayBuffer())
      return campus
        .backend()
        .fetch(request.url, { method: 'POST', headers: [...request.headers], body })
    }),
  )
  const app = await openApp('/manage/imports', { as: 'T5001' })
  await app.user.upload(await screen.findByLabelText('选择文件'), file)
  expect(await screen.findByText(/有2张工作表有数据/)).toBeTruthy()
  await app.user.click(await screen.findByRole('radio', { name: '研究生' }))
  expect(await screen.findByText('已检查，尚未写入')).toBeTruthy()
  expect(screen.getByText('研究生')).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: '全部写入' }))
  expect(await screen.findByText('已写入')).toBeTruthy()
  expect(await names()).toContain('学院96')
  expect(await names()).not.toContain('学院95')
})
