import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { openSheets } from '#server/features/imports/file/open-sheets'
import { readImportFixture } from '../support/backend/import-fixtures.ts'
import { rewriteZip, createZip } from '../support/backend/zip.ts'

async function linesOf(bytes: Uint8Array): Promise<[number, ...string[]][]> {
  const [sheet] = await openSheets(bytes)
  const lines: [number, ...string[]][] = []
  for await (const { line, cells } of sheet?.rows() ?? []) lines.push([line, ...cells])
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

test('a workbook written by openpyxl, whose relationship targets are relative to the package root, is read', async () => {
  const [headings, row] = await linesOf(readImportFixture('openpyxl.xlsx'))
  expect(headings?.slice(0, 3)).toEqual([1, '考生号', '姓名'])
  expect(row?.slice(0, 3)).toEqual([2, '26110101159001', '王小明'])
})

test.each([
  ['from the package root', (target: string) => `/xl/${target}`],
  ['in upper case', (target: string) => target.toUpperCase()],
  ['with a leading dot', (target: string) => `./${target}`],
  ['through the parent folder', (target: string) => `../xl/${target}`],
])(
  'a workbook’s sheet, texts and styles are found when their targets are given %s',
  async (_how, changed) => {
    const columns = [{}, { numFmt: 'yyyy-mm-dd' }]
    const bytes = await writeXlsx({ sheets: [{ name: 'x', columns, rows: [['张三', 45_292]] }] })
    const moved = await rewriteZip(bytes, (name, content) =>
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

test('dates of the 1904 date system are read as the right days', async () => {
  const rows = [[new Date('2026-09-01T00:00:00Z')]]
  const bytes = await writeXlsx({ sheets: [{ name: 'x', rows }], dateSystem: '1904' })
  expect(await linesOf(bytes)).toEqual([[1, '2026-09-01']])
})

test('a row with more text than the limit is refused', async () => {
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

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const links = (targets: Readonly<Record<string, string>>) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(
    targets,
  )
    .map(
      ([target, type], at) =>
        `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** A workbook with one worksheet, made from the XML of its rows. */
const sheetOf = (
  rows: string,
  {
    merged = [],
    formats = [],
    date1904 = false,
  }: { merged?: string[]; formats?: string[]; date1904?: boolean } = {},
) =>
  createZip({
    '_rels/.rels': links({ 'xl/workbook.xml': 'officeDocument' }),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="${date1904}"/><sheets><sheet name="x" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': links({
      'worksheets/sheet1.xml': 'worksheet',
      'styles.xml': 'styles',
    }),
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${formats
      .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`)
      .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
      .map((_code, at) => `<xf numFmtId="${164 + at}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData><mergeCells>${merged
      .map((ref) => `<mergeCell ref="${ref}"/>`)
      .join('')}</mergeCells></worksheet>`,
  })

test('a number is read as its format displays it: leading zeros, letter prefixes, 15 digits', async () => {
  const bytes = sheetOf(
    '<row r="1"><c s="1"><v>80901</v></c><c s="2"><v>12</v></c><c s="3"><v>80901</v></c><c><v>89.899999999999991</v></c><c s="4"><v>1234.5</v></c><c s="1"><v>12.5</v></c></row>',
    { formats: ['000000', '&quot;T&quot;0000', '@', '#,##0.00'] },
  )
  expect(await linesOf(bytes)).toEqual([[1, '080901', 'T0012', '80901', '89.9', '1234.5', '12.5']])
})

test('a formula without a stored result is reported; a formula with an empty result is an empty cell', async () => {
  const [sheet] = await openSheets(
    sheetOf(
      '<row r="1"><c><f>A1+1</f></c><c><f>B1</f><v></v></c><c t="str"><f>""</f><v></v></c></row>',
    ),
  )
  const rows = []
  for await (const row of sheet?.rows() ?? []) rows.push(row)
  expect(rows).toEqual([{ line: 1, cells: ['=A1+1', '=B1', ''], formulas: new Set([0, 1]) }])
})

test('a row number beyond a spreadsheet’s maximum is refused, and the message names it', async () => {
  await expect(linesOf(sheetOf('<row r="9999999999"><c><v>1</v></c></row>'))).rejects.toThrow(
    /names a row 9999999999/,
  )
})

test('a merged cell applies to all its rows, in its first column', async () => {
  const cell = (ref: string, text: string) =>
    `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
  const bytes = sheetOf(
    `<row r="1">${cell('A1', '张伟')}${cell('C1', 'x')}</row><row r="2"><c r="A2"/>${cell('C2', 'y')}</row><row r="3">${cell('A3', '李强')}</row><row r="4"/>`,
    { merged: ['A1:B2', '$A$3:$A$9', 'C1:C1'] },
  )
  const [sheet] = await openSheets(bytes)
  const rows = []
  for await (const { mergedCells = [] } of sheet?.rows() ?? []) rows.push(mergedCells)
  expect(rows).toEqual([
    [],
    [{ column: 0, from: 1, text: '张伟' }],
    [],
    [{ column: 0, from: 3, text: '李强' }],
  ])
})

test.each([
  [
    'a web page',
    '\ufeff\n<html xmlns:o="x"><body><table><tr><td>姓名</td></tr></table></body></html>',
    /web page/,
  ],
  ['a table of HTML', '<table><tr><td>姓名</td></tr></table>', /web page/],
  [
    'XML of Excel 2003',
    '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>',
    /XML/,
  ],
])(
  '%s with the extension of a workbook is refused, and the message says what it is',
  async (_what, text, says) => {
    await expect(openSheets(new TextEncoder().encode(text))).rejects.toThrow(says)
  },
)

test('UTF-16 text of either byte order is read, with or without a BOM; Big5 text is refused, and the message says so', async () => {
  const text = '姓名,学号\n张三,2026010001'
  const little = Buffer.from(text, 'utf16le')
  const big = Buffer.from(little).swap16()
  const files = [
    [Buffer.concat([Buffer.from([0xff, 0xfe]), little]), 'CSV UTF-16LE'],
    [Buffer.concat([Buffer.from([0xfe, 0xff]), big]), 'CSV UTF-16BE'],
    [little, 'CSV UTF-16LE'],
    [big, 'CSV UTF-16BE'],
  ] as const
  for (const [bytes, format] of files) {
    const [sheet] = await openSheets(bytes)
    expect(sheet?.format).toBe(format)
    expect(await linesOf(bytes)).toEqual([
      [1, '姓名', '学号'],
      [2, '张三', '2026010001'],
    ])
  }
  // 姓名,性別,學號
  const big5 = Uint8Array.of(
    0xa9,
    0x6d,
    0xa6,
    0x57,
    0x2c,
    0xa9,
    0xca,
    0xa7,
    0x4f,
    0x2c,
    0xbe,
    0xc7,
    0xb8,
    0xb9,
  )
  await expect(openSheets(big5)).rejects.toThrow(/Big5/)
})

test('an OpenDocument spreadsheet is refused, and the message says what it is', async () => {
  const bytes = createZip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': '<x/>',
  })
  await expect(openSheets(bytes)).rejects.toThrow(/OpenDocument/)
})
