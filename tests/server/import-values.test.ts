import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateIdCard } from '#contract/id-card'
import {
  dayCell,
  idNumberCell,
  timestampCell,
  moneyCell,
  nameListCell,
  identifierCell,
  choiceCell,
  phoneCell,
  choiceListCell,
  wholeNumberCell,
  yesNoCell,
} from '#server/features/imports/cell-readers'
import { CsvRows } from '#server/features/imports/file/csv'
import type { CellReadResult } from '#server/features/imports/import-kind'
import { createCsvTemplate, importKinds } from '#server/features/imports/public'
import { propertyParameters } from '../support/properties/property-parameters.ts'

const value = (reading: CellReadResult) =>
  'value' in reading ? reading.value : `refused: ${reading.says.en}`
const wide = (text: string) =>
  text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))

test('any CSV text splits into the same rows as in another CSV reader, at whatever bytes its chunks end', () => {
  const own = (text: string, length: number): string[][] | 'unreadable' => {
    const rows = new CsvRows(',')
    const found: string[][] = []
    try {
      for (let at = 0; at < text.length; at += length)
        found.push(...rows.read(text.slice(at, at + length)))
      return [...found, ...rows.end()]
    } catch {
      return 'unreadable'
    }
  }
  const other = (text: string): string[][] | 'unreadable' => {
    try {
      return parse(text, {
        record_delimiter: ['\n', '\r\n'],
        relax_column_count: true,
        relax_quotes: true,
      })
    } catch {
      return 'unreadable'
    }
  }
  const pieces = fc.constantFrom('a', '遥', ' ', ',', '"', '""', '\n', '\r\n')
  const texts = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(''))
  const { seed, numRuns } = propertyParameters(2000)
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 9 }), (text, length) => {
      expect(own(text, length)).toEqual(other(text))
    }),
    { seed, numRuns },
  )
  expect(own('a,b\r\rc', 2)).toEqual([['a', 'b'], [''], ['c']])
})

describe('values of an imported cell', () => {
  test('an ID number can be full-width, contain blanks and end with a lower-case x', () => {
    for (const typed of [
      '11010119800101007x',
      wide('11010119800101007X'),
      ' 110101 19800101 007X ',
    ])
      expect(value(idNumberCell(typed))).toBe('11010119800101007X')
  })

  test('an ID number with one wrong digit, or two swapped ones, is refused', () => {
    const cards = fc
      .tuple(
        fc.integer({ min: 110_000, max: 659_999 }),
        fc.date({ min: new Date('1950-01-01'), max: new Date('2020-12-31'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 999 }),
      )
      .map(([area, born, order]) => {
        const first = `${area}${born.toISOString().slice(0, 10).replaceAll('-', '')}${String(order).padStart(3, '0')}`
        const last = '0123456789X'
          .split('')
          .find((digit) => validateIdCard(first + digit) === undefined)
        return first + (last ?? '')
      })
    fc.assert(
      fc.property(cards, fc.nat({ max: 16 }), fc.integer({ min: 1, max: 9 }), (card, at, by) => {
        expect(validateIdCard(card)).toBeUndefined()
        const wrong = [...card]
        wrong[at] = String((Number(card[at]) + by) % 10)
        expect(validateIdCard(wrong.join(''))).toBeDefined()
        if (at === 16 || card[at] === card[at + 1]) return
        const turned = [...card]
        ;[turned[at], turned[at + 1]] = [card[at + 1] ?? '', card[at] ?? '']
        expect(validateIdCard(turned.join(''))).toBeDefined()
      }),
    )
  })

  test('a date is read in every notation, and as a serial number of a spreadsheet', () => {
    const days = fc.date({
      min: new Date('1960-01-01'),
      max: new Date('2100-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(days, (date) => {
        const iso = date.toISOString().slice(0, 10)
        const [y = '', m = '', d = ''] = iso.split('-')
        const serial = Math.round((Date.parse(iso) - Date.UTC(1899, 11, 30)) / 86_400_000)
        for (const typed of [
          iso,
          `${y}/${Number(m)}/${Number(d)}`,
          `${y}年${Number(m)}月${Number(d)}日`,
          wide(`${y}.${m}.${d}`),
          y + m + d,
          `${iso} 00:00:00`,
          `${y}/${Number(m)}/${Number(d)} 0:00`,
          `${iso}T00:00:00.000+08:00`,
          String(serial),
        ])
          expect([typed, value(dayCell(typed))]).toEqual([typed, iso])
      }),
    )
    for (const typed of ['2026-02-29', '2026-13-01', '9月1日', '1', '2026'])
      expect(value(dayCell(typed))).toMatch(/refused/)
  })

  test('a date with a time is refused because of the time, and a date in another time zone becomes the day in China', () => {
    expect(value(dayCell('2026/10/10 8:30'))).toBe(
      'refused: This must be a day without a time (08:30:00)',
    )
    expect(value(dayCell('46305.5'))).toBe('refused: This must be a day without a time (12:00:00)')
    expect(value(dayCell('2026-10-09T16:00:00Z'))).toBe('2026-10-10')
    expect(value(dayCell('2026-10-10T00:00:00Z'))).toMatch(/without a time \(08:00:00\)/)
  })

  test('a date’s serial number counts from 1904 in a workbook that uses the 1904 date system', () => {
    expect(value(dayCell('44843', { from1904: true }))).toBe('2026-10-10')
    expect(value(timestampCell('44843.5', { from1904: true }))).toBe('2026-10-10T04:00:00.000Z')
  })

  test('a time is read as China’s time, in text and as a spreadsheet’s number', () => {
    for (const typed of [
      '2026-09-01 08:30',
      '2026/9/1 8:30:00',
      '2026年9月1日 8：30',
      '46266.354166667',
    ])
      expect([typed, value(timestampCell(typed))]).toEqual([typed, '2026-09-01T00:30:00.000Z'])
    expect(value(timestampCell('2026-09-01'))).toBe('2026-08-31T16:00:00.000Z')
    expect(value(timestampCell('2026-09-01T16:00:00Z'))).toBe('2026-09-01T16:00:00.000Z')
    expect(value(timestampCell('2026-09-01T16:00:30+0900'))).toBe('2026-09-01T07:00:30.000Z')
    expect(value(timestampCell('2026-09-01 25:00'))).toMatch(/refused/)
  })

  test('money is read to the fen; an amount with more decimals is refused', () => {
    for (const [typed, fen] of [
      ['5000', 500_000],
      ['¥5,000.5', 500_050],
      ['0.29元', 29],
      [wide('1200.00'), 120_000],
    ] as const)
      expect([typed, value(moneyCell()(typed))]).toEqual([typed, fen])
    expect(value(moneyCell()('89.899999999999991'))).toBe(8990)
    for (const typed of ['-1', '1.005', 'abc', '2000000', '500\n200', '500 200', '5,00', '¥'])
      expect(value(moneyCell()(typed))).toMatch(/refused/)
  })

  test('a code can be given as its text in any spelling, or as the code itself', () => {
    const gender = choiceCell([
      { value: '1', as: ['男', 'male'] },
      { value: '2', as: ['女', 'female'] },
    ])
    expect(['男', ' 男 ', '1', '１', 'Male'].map((one) => value(gender(one)))).toEqual(
      Array(5).fill('1'),
    )
    expect(value(gender('男女'))).toBe('refused: This must be one of: 男 / 女')
    expect(['是', 'Yes', '√'].map((one) => value(yesNoCell(one)))).toEqual([true, true, true])
  })

  test('a list is split at any comma, sorted, without duplicates', () => {
    expect(value(nameListCell()('3号楼、1号楼，3号楼；2号楼'))).toEqual(['1号楼', '2号楼', '3号楼'])
    const roles = choiceListCell([{ value: 'finance', as: ['财务'] }])
    expect(value(roles('财务,财务'))).toEqual(['finance'])
    expect(value(roles('财务,校长'))).toMatch(/refused/)
  })

  test('a cell of many digits that is no phone number is refused within half a second', () => {
    const start = performance.now()
    expect(value(phoneCell(`+1${'1'.repeat(120)}x`))).toMatch(/refused/)
    expect(performance.now() - start).toBeLessThan(500)
  })

  test('values separated by a blank or a line break are not joined into one number, code or answer', () => {
    expect(value(identifierCell()('2026010001 2026010002'))).toMatch(
      /refused: This must be one number/,
    )
    expect(value(identifierCell()('2026010001\n2026010002'))).toMatch(
      /refused: This must be one number/,
    )
    expect(value(phoneCell('13800000001 13800000002'))).toMatch(/refused/)
    expect(value(idNumberCell('11010119800101007X\n11010119800101007X'))).toMatch(/refused/)
    expect(value(wholeNumberCell(1, 99)('1 2'))).toMatch(/refused/)
    expect(value(yesNoCell('是\n否'))).toMatch(/refused/)
  })

  test('a number that a program stored as a binary fraction is read as the intended decimal number', () => {
    expect(value(identifierCell()('13800000001.0'))).toBe('13800000001')
    expect(value(phoneCell('13800000001.0'))).toBe('13800000001')
    expect(value(identifierCell()('1.5'))).toMatch(/refused/)
  })

  test('numbers lose surrounding blanks and full width but not leading zeros, and a phone number loses its country code', () => {
    expect(value(identifierCell()(' ００８0901 '))).toBe('0080901')
    expect(value(identifierCell()('08-09'))).toMatch(/refused/)
    for (const typed of ['+86 138-0000-0000', '138 0000 0000', '86 13800000000', '13800000000'])
      expect(value(phoneCell(typed))).toBe('13800000000')
    expect(value(phoneCell('12345'))).toMatch(/refused/)
    expect(value(wholeNumberCell(1, 12)('3.0'))).toBe(3)
    expect(value(wholeNumberCell(1, 12)('13'))).toMatch(/refused/)
  })
})

test('the example row of every template is valid', () => {
  for (const kind of importKinds) {
    const [headings = [], marked = []]: string[][] = parse(createCsvTemplate(kind), { bom: true })
    const example = marked.map((cell) => cell.replace('#示例：', ''))
    expect(headings).toEqual(kind.columns.map(({ title }) => title.zh))
    const row = Object.fromEntries(
      kind.columns.flatMap(({ field, read }, at) =>
        example[at] === '' ? [] : [[field, value(read(example[at] ?? ''))]],
      ),
    )
    expect(JSON.stringify(row)).not.toContain('refused')
    expect(kind.check?.(row) ?? []).toEqual([])
    expect(kind.keysOf(row)).not.toEqual([])
  }
})

test('no heading or alias of an import kind is ambiguous between two columns', () => {
  for (const { columns, name } of importKinds) {
    const headings = columns.flatMap(({ title, aliases = [] }) => [title.zh, title.en, ...aliases])
    expect([name, new Set(headings).size]).toEqual([name, headings.length])
  }
})
