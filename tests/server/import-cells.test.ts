import { describe, expect, test } from 'vitest'
import {
  checkIdNumber,
  choiceCell,
  choiceListCell,
  dayCell,
  idNumberCell,
  identifierCell,
  moneyCell,
  nameListCell,
  personNameCell,
  phoneCell,
  roundToShownDigits,
  textUpTo,
  timestampCell,
  wholeNumberCell,
  workNumberCell,
  yearCell,
  yesNoCell,
} from '#server/features/imports/cell-readers'
import {
  fillMergedCells,
  findColumnIndex,
  getDefaultValues,
  readCells,
  truncateCell,
} from '#server/features/imports/cells'
import type { CellReadResult, ImportKindDefinition } from '#server/features/imports/import-kind'

const REFUSED = Symbol('refused')
const value = (reading: CellReadResult) => ('value' in reading ? reading.value : REFUSED)

describe('a cell', () => {
  const readers = {
    text: textUpTo(3),
    name: personNameCell(5),
    identifier: identifierCell(6),
    'work number': workNumberCell,
    'ID number': idNumberCell,
    phone: phoneCell,
    'whole number': wholeNumberCell(-5, 20),
    money: moneyCell(1_000),
    year: yearCell,
    day: dayCell,
    moment: timestampCell,
    'yes or no': yesNoCell,
    names: nameListCell(3),
    choice: choiceCell([
      { value: 1, as: ['本 科', 'Full time'] },
      { value: 2, as: ['专科'] },
    ]),
    choices: choiceListCell([
      { value: 'b', as: ['乙'] },
      { value: 'a', as: ['甲'] },
    ]),
  }

  test.each<[keyof typeof readers, string, unknown]>([
    ['text', ' 𠮷𠮷𠮷 ', '𠮷𠮷𠮷'],
    ['text', '\u200b甲', '甲'],
    ['name', '阿卜杜•买买提'.slice(0, 5), '阿卜杜·买'],
    ['name', '王 小 明', '王小明'],
    ['identifier', "'00123", '00123'],
    ['identifier', '123.00', '123'],
    ['identifier', 'a12.0', REFUSED],
    ['identifier', '123456', '123456'],
    ['identifier', '1234567', REFUSED],
    ['identifier', "'a", REFUSED],
    ['identifier', '12/3', REFUSED],
    ['identifier', "12'3", REFUSED],
    ['identifier', '123.0x', REFUSED],
    ['work number', ' ａ123 ', 'A123'],
    ['work number', 'a 1', REFUSED],
    ['ID number', '11010119800101007x', '11010119800101007X'],
    ['ID number', '110101800101007.0', '110101800101007'],
    ['ID number', '11010119801301007X', REFUSED],
    ['ID number', '110101801301007', REFUSED],
    ['ID number', 'E12345678', 'E12345678'],
    ['ID number', '12345', '12345'],
    ['ID number', '1234', REFUSED],
    ['ID number', 'E12345.0', REFUSED],
    ['ID number', '12345.0x', REFUSED],
    ['ID number', '12345.00', '12345'],
    ['ID number', 'E12345\n678', REFUSED],
    ['ID number', '1'.repeat(19), REFUSED],
    ['phone', '13800000000', '13800000000'],
    ['phone', '(86) 138-0000-0000', '13800000000'],
    ['phone', '0086138\u20100000\u20150000', '13800000000'],
    ['phone', '23800000000', REFUSED],
    ['phone', '138000000001', REFUSED],
    ['phone', 'x13800000000', REFUSED],
    ['phone', '13800000000.5', REFUSED],
    ['phone', '13800000000.00', '13800000000'],
    ['phone', '+852 9123 4567', '+85291234567'],
    ['phone', '(00852) 9123-4567', '+85291234567'],
    ['phone', '+852 9123 4567x', REFUSED],
    ['phone', 'x+852 9123 4567', REFUSED],
    ['phone', '+852 1123 4567', REFUSED],
    ['phone', '+852   9123 4567', REFUSED],
    ['whole number', '-5', -5],
    ['whole number', '20', 20],
    ['whole number', '３.00', 3],
    ['whole number', '-6', REFUSED],
    ['whole number', '21', REFUSED],
    ['whole number', '3.05', REFUSED],
    ['whole number', '1.05', REFUSED],
    ['whole number', '1x', REFUSED],
    ['whole number', 'x1', REFUSED],
    ['whole number', '+1', REFUSED],
    ['whole number', '', REFUSED],
    ['money', '1000', 100_000],
    ['money', '1000.01', REFUSED],
    ['money', '¥ 1,000.00 元', 100_000],
    ['money', '12.', 1_200],
    ['money', '12.340000', 1_234],
    ['money', '12.345', REFUSED],
    ['money', '0.0', 0],
    ['money', '.5', REFUSED],
    ['money', '1,00', REFUSED],
    ['money', '10,0000', REFUSED],
    ['money', '5元整', REFUSED],
    ['money', '共5', REFUSED],
    ['money', '5  元', REFUSED],
    ['money', '1234567890', REFUSED],
    ['year', '2026级', '2026'],
    ['year', '2026 届', '2026'],
    ['year', '2026', '2026'],
    ['year', '1990', '1990'],
    ['year', '1989', REFUSED],
    ['year', '2101年', REFUSED],
    ['year', '20级26', REFUSED],
    ['day', '2026.9.1', '2026-09-01'],
    ['day', '2026年9月1日', '2026-09-01'],
    ['day', '20260901', '2026-09-01'],
    ['day', '2026-9-1 0:00', '2026-09-01'],
    ['day', '2026-09-01T00:00:00.000', '2026-09-01'],
    ['day', '2026-9-1 0:01', REFUSED],
    ['day', 'x2026-9-1', REFUSED],
    ['day', '2026-9-1x', REFUSED],
    ['day', '2026-9-31', REFUSED],
    ['day', '202609011', REFUSED],
    ['day', 'x20260901', REFUSED],
    ['day', '20000', '1954-10-03'],
    ['day', '19999', REFUSED],
    ['day', '80000', '2119-01-11'],
    ['day', '80001', REFUSED],
    ['day', '46266', '2026-09-01'],
    ['day', '46266.5', REFUSED],
    ['day', '462660', REFUSED],
    ['day', 'x46266', REFUSED],
    ['moment', '2026-9-1', '2026-08-31T16:00:00.000Z'],
    ['moment', '2026-9-1 23:59:59', '2026-09-01T15:59:59.000Z'],
    ['moment', '2026-9-1 8:30:15.123', '2026-09-01T00:30:15.000Z'],
    ['moment', '2026-9-1 24:00', REFUSED],
    ['moment', '2026-9-1 8:60', REFUSED],
    ['moment', '2026-9-1 8:30:60', REFUSED],
    ['moment', '2026-9-31 8:30', REFUSED],
    ['moment', '2026-9-1 8:30x', REFUSED],
    ['moment', '2026-9-1 8:3', REFUSED],
    ['moment', '2026-09-01T08:30:00-02:30', '2026-09-01T11:00:00.000Z'],
    ['moment', '2026-09-01T08:30:00 +0100', '2026-09-01T07:30:00.000Z'],
    ['moment', '2026-09-01T23:30Z', '2026-09-01T23:30:00.000Z'],
    ['moment', '2026-09-01T23:30+99:00', REFUSED],
    ['moment', '46266.75', '2026-09-01T10:00:00.000Z'],
    ['yes or no', 'Y', true],
    ['yes or no', '有', true],
    ['yes or no', 'true', true],
    ['yes or no', 'FALSE', false],
    ['yes or no', '０', false],
    ['yes or no', '×', false],
    ['yes or no', '是否', REFUSED],
    ['names', ' 乙 | 甲;甲\n丙 ', ['丙', '乙', '甲']],
    ['names', '甲，，乙', ['乙', '甲']],
    ['names', '甲,一二三四', REFUSED],
    ['choice', '本科', 1],
    ['choice', '本  科', 1],
    ['choice', 'full  TIME', 1],
    ['choice', 'fulltime', REFUSED],
    ['choice', '2', 2],
    ['choices', '甲、乙、甲', ['a', 'b']],
    ['choices', '甲、丙', REFUSED],
    ['choices', 'b', ['b']],
    ['text', '一二三四', REFUSED],
    ['text', '\ud800', REFUSED],
    ['text', 'a\0', REFUSED],
    ['name', '王\n明', REFUSED],
    ['name', '一二三四五六', REFUSED],
  ])('as %s: %j is %j', (reader, typed, read) =>
    expect(value(readers[reader](typed))).toEqual(read),
  )

  test('a refusal says what is expected', () => {
    const says = (reading: CellReadResult) => ('says' in reading ? reading.says.en : '')
    expect(says(textUpTo()('x'.repeat(101)))).toBe('At most 100 characters')
    expect(says(personNameCell()('x'.repeat(51)))).toBe('At most 50 characters')
    expect(says(identifierCell()('1'.repeat(33)))).toBe('At most 32 characters')
    expect(says(nameListCell()('x'.repeat(51)))).toBe('At most 50 characters')
    expect(says(wholeNumberCell(1, 9)('0'))).toBe('This must be a whole number from 1 to 9')
    expect(says(moneyCell()('1000000.01'))).toBe('The amount must be from 0 to 1000000 yuan')
    expect(says(readers.choice('其他'))).toBe('This must be one of: 本 科 / 专科')
    expect(says(dayCell('2026-9-1 8:05'))).toBe('This must be a day without a time (08:05:00)')
    expect(says(personNameCell()('王\r明'))).toMatch(/one name/)
    expect(says(identifierCell()('1 2'))).toMatch(/one number/)
  })

  test('binary fractions are rounded to the digits that a spreadsheet shows', () => {
    expect(roundToShownDigits('89.899999999999991')).toBe('89.9')
    expect(roundToShownDigits('0.0000123456789012345')).toBe('0.0000123456789012345')
    expect(roundToShownDigits('1.23456789012345')).toBe('1.23456789012345')
    for (const kept of ['1.50', '1.50000000000000', '0.0100000000000000'])
      expect(roundToShownDigits(kept)).toBe(kept)
    expect(roundToShownDigits('1.234567890123456')).toBe('1.23456789012346')
    expect(roundToShownDigits('12345678901234567')).toBe('12345678901234567')
    expect(roundToShownDigits('x1.234567890123456')).toBe('x1.234567890123456')
    expect(roundToShownDigits('1.234567890123456x')).toBe('1.234567890123456x')
  })

  test('large amounts and days counted from 1904 are read', () => {
    const money = (typed: string) => value(moneyCell(10_000_000)(typed))
    expect(['12,345', '123,456.7', '1,234,567'].map(money)).toEqual([
      1_234_500, 12_345_670, 123_456_700,
    ])
    expect(value(dayCell('44843', { from1904: true }))).toBe('2026-10-10')
  })

  test('the issue of an ID number names the document, if its type is known', () => {
    const says = (type: unknown, number: string) => checkIdNumber(type, number)?.en
    expect(says('resident', '11010119800101007X')).toBeUndefined()
    expect(says('resident', '110101198001010071')).toMatch(/check digit/)
    expect(says('resident', '11010119801301007X')).toMatch(/birthday/)
    expect(says('passport', '11010119800101007X')).toMatch(/of this type/)
    expect(says(undefined, '1234')).toMatch(/18 digits/)
    expect(says('unknown', 'E12345678')).toBeUndefined()
  })
})

describe('a row of a file', () => {
  const kind: Pick<ImportKindDefinition, 'columns' | 'check' | 'isOfWords'> = {
    columns: [
      { field: 'code', title: { zh: '学号', en: '' }, needed: true, read: textUpTo(), example: '' },
      { field: 'note', title: { zh: '备注', en: '' }, blank: '', read: textUpTo(), example: '' },
      {
        field: 'kept',
        title: { zh: '电话', en: '' },
        isBlankIgnored: true,
        maxCharacters: 3,
        read: (text) => ({ value: `read ${text}` }),
        example: '',
      },
      { field: 'none', title: { zh: '无', en: '' }, read: textUpTo(), example: '' },
    ],
  }
  const columns = [kind.columns[0], undefined, ...kind.columns.slice(1)]
  const read = (
    cells: string[],
    {
      formulas,
      isText,
      ...more
    }: { formulas?: Set<number>; isText?: boolean } & Partial<typeof kind> = {},
  ) =>
    readCells(
      { ...kind, ...more } as ImportKindDefinition,
      { columns } as never,
      { cells, ...(formulas !== undefined && { formulas }) },
      isText === undefined ? {} : { isText },
    )
  const says = (result: ReturnType<typeof read>) =>
    typeof result === 'string'
      ? result
      : result.issues.map((issue) => `${issue.field}: ${issue.says.en}`)

  test('has the values of its columns; a blank cell has the value of its column, or none', () => {
    expect(read([' 001 ', 'not read', '', '', ''])).toEqual({
      row: { code: '001', note: '', none: null },
      issues: [],
    })
    expect(read(['001', '', 'x', '12', 'y'])).toEqual({
      row: { code: '001', note: 'x', kept: 'read 12', none: 'y' },
      issues: [],
    })
    expect(read(['001'])).toEqual({ row: { code: '001', note: '', none: null }, issues: [] })
    expect(read(['001', '', '', '', ' '])).toEqual(read(['001']))
    expect(says(read(['', '', 'x']))).toEqual(['code: This must not be blank'])
  })

  test('is skipped if it is blank or the example, and refused if it is a total', () => {
    expect(read([' ', '', '\t'])).toBe('blank')
    expect(read([' #示例：001', 'x'])).toBe('example')
    for (const total of ['合计', '合 计：', ' 总 计 ', '小 计:', '总 和', 'TOTAL', 'sum'])
      expect(says(read(['', total, '500']))).toEqual([
        ': This row is a total and no data. Delete it',
      ])
    expect(says(read(['001', '合计']))).toEqual([])
    expect(says(read(['合计张', 'x']))).toEqual([])
    expect(says(read(['不合计', 'x']))).toEqual([])
    expect(says(read(['合计', '500', '张']))).toHaveLength(1)
    expect(says(read(['合计', '500', '张'], { isOfWords: true }))).toEqual([])
    expect(says(read(['合计', '500', '3'], { isOfWords: true }))).toHaveLength(1)
  })

  test('names each cell that cannot be read', () => {
    expect(says(read(['001', '', '', '1234567']))).toEqual(['kept: At most 3 characters'])
    expect(says(read(['001', '', '', '123456']))).toEqual([])
    expect(says(read(['=A1', '', 'x'], { formulas: new Set([0]) }))).toEqual([
      'code: This is a formula without its result. Open the file in a spreadsheet and save it, or fill in the result',
    ])
    expect(says(read(['x'.repeat(101), '', 'y'.repeat(101)]))).toEqual([
      'code: At most 100 characters',
      'note: At most 100 characters',
    ])
    for (const spoiled of ['1.12E+17', '3E+05', '-1,5e+9', '+2E+1'])
      expect(says(read([spoiled]))).toEqual([expect.stringContaining('powers of ten')])
    for (const kept of ['E+17', '1.1E+17x', 'x1E+5', '12E+5', '1E5', '1.E+5'])
      expect(says(read([kept]))).toEqual([])
    for (const error of [
      '#N/A',
      '#ref!',
      '#DIV/0!',
      '#NAME?',
      '#VALUE!',
      '#NULL!',
      '#NUM!',
      '#####',
      '######',
    ])
      expect(says(read([error]))).toEqual([expect.stringContaining('error of a formula')])
    for (const kept of ['#1', '#N/A?', 'x#N/A', '####']) expect(says(read([kept]))).toEqual([])
  })

  test('of a text file loses the notations that protect text in spreadsheets', () => {
    const code = (cell: string, isText = true) => {
      const result = read([cell], { isText })
      return typeof result === 'string' ? result : result.row['code']
    }
    expect(
      [
        '="0012" ',
        " '0012",
        "'=1+1",
        "''-1",
        "''a",
        "'a",
        `="a
b"`,
        'x="1"',
        '="1"x',
        "'＠x",
        "a'1",
        '="  "',
      ].map((cell) => code(cell)),
    ).toEqual([
      '0012',
      '0012',
      '=1+1',
      "'-1",
      "''a",
      "'a",
      'a\nb',
      'x="1"',
      '="1"x',
      '＠x',
      "a'1",
      undefined,
    ])
    expect(code("'0012", false)).toBe("'0012")
  })

  test('is checked as a whole only if all its cells can be read', () => {
    const check = () => [{ field: 'note', says: { zh: '错', en: 'wrong' } }]
    expect(says(read(['001'], { check }))).toEqual(['note: wrong'])
    expect(says(read(['', '', 'x'], { check }))).toEqual(['code: This must not be blank'])
  })

  test('takes merged cells from above, but not from above the headings', () => {
    const mergedCells = [
      { column: 2, from: 3, text: '一班' },
      { column: 0, from: 2, text: '题' },
    ]
    expect(fillMergedCells({ line: 4, cells: ['a'], mergedCells }, 2)).toEqual(['a', '', '一班'])
    expect(fillMergedCells({ line: 4, cells: ['a', 'b', 'c', 'd'], mergedCells }, 1)).toEqual([
      '题',
      'b',
      '一班',
      'd',
    ])
    expect(fillMergedCells({ line: 4, cells: ['a'] }, 1)).toEqual(['a'])
  })

  test('is shown cut, and without what cannot be stored', () => {
    expect(truncateCell('x'.repeat(1_000))).toBe('x'.repeat(1_000))
    expect(truncateCell('x'.repeat(1_001))).toBe(`${'x'.repeat(1_000)}…`)
    expect(truncateCell('1234', { maxCharacters: 3 })).toBe('123…')
    expect(truncateCell('a\0b\ud800')).toBe('ab\ufffd')
  })

  test('that is new has the values of the columns that the file does not have', () => {
    expect(getDefaultValues(kind as ImportKindDefinition)).toStrictEqual({ note: '' })
    const at = (field: string) =>
      findColumnIndex({ columns } as never, { field, says: { zh: '', en: '' } })
    expect([at('code'), at('note'), at('')]).toEqual([0, 2, -1])
  })
})
