import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { openSheet } from '#server/features/imports/file/sheet'
import { importFixture } from '../support/import-fixtures.ts'
import { rezip } from '../support/rezip.ts'

async function linesOf(bytes: Uint8Array): Promise<[number, ...string[]][]> {
  const sheet = await openSheet(bytes)
  const lines: [number, ...string[]][] = []
  for await (const { line, cells } of sheet.rows()) lines.push([line, ...cells])
  return lines
}

test('the cells of a workbook are read as somebody would type them', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: '名单',
        columns: [{}, {}, {}, {}, { numFmt: 'yyyy"年"m"月"d"日"' }],
        rows: [
          ['张三 & <李四>', 12.5, true, 110101199001011230, 45_292],
          ['两\r\n行 _x0041_', -3, false, null, new Date('2026-09-01T08:30:00Z')],
          [null, '', null, '末'],
        ],
      },
    ],
  })
  expect(await linesOf(bytes)).toEqual([
    [1, '张三 & <李四>', '12.5', '是', '1.1010119900101123E+17', '2024-01-01'],
    [2, '两\r\n行 A', '-3', '否', '', '2026-09-01 08:30'],
    [3, '', '', '', '末'],
  ])
})

test('a workbook of openpyxl, whose targets begin at the root of the package, is read', async () => {
  const [headings, row] = await linesOf(importFixture('openpyxl.xlsx'))
  expect(headings?.slice(0, 3)).toEqual([1, '考生号', '姓名'])
  expect(row?.slice(0, 3)).toEqual([2, '26110101159001', '王小明'])
})

test.each([
  ['from the root', (target: string) => `/xl/${target}`],
  ['in other letters', (target: string) => target.toUpperCase()],
  ['with a dot in front', (target: string) => `./${target}`],
  ['through the folder above', (target: string) => `../xl/${target}`],
])(
  'the sheet, the texts and the styles of a workbook are found when it names them %s',
  async (_how, changed) => {
    const columns = [{}, { numFmt: 'yyyy-mm-dd' }]
    const bytes = await writeXlsx({ sheets: [{ name: 'x', columns, rows: [['张三', 45_292]] }] })
    const moved = await rezip(bytes, (name, content) =>
      name === 'xl/_rels/workbook.xml.rels'
        ? content.replaceAll(
            /Target="([^"]*)"/g,
            (_all, target: string) => `Target="${changed(target)}"`,
          )
        : content,
    )
    expect(await linesOf(moved)).toEqual([[1, '张三', '2024-01-01']])
  },
)

test('days that are counted from 1904 on are the same days', async () => {
  const rows = [[new Date('2026-09-01T00:00:00Z')]]
  const bytes = await writeXlsx({ sheets: [{ name: 'x', rows }], dateSystem: '1904' })
  expect(await linesOf(bytes)).toEqual([[1, '2026-09-01']])
})

test('a row of more text than a row may have is refused', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'x',
        rows: [['x'.repeat(30_000), 'y'.repeat(30_000), 'z'.repeat(30_000), 'w'.repeat(30_000)]],
      },
    ],
  })
  await expect(linesOf(bytes)).rejects.toThrow(/too large/)
})
