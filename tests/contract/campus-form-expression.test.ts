import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  evaluate,
  evaluateText,
  type ExpressionScope,
  isTrue,
  namesIn,
  parseExpression,
  patternsIn,
} from '#contract/campus-form-expression'

const answers: Readonly<Record<string, readonly string[]>> = {
  age: ['17'],
  day: ['2026-09-01'],
  sports: ['football tennis'],
  name: ['王小明'],
  income: ['100', '', '250.5'],
  empty: [],
}

const scope = (changes: Partial<ExpressionScope> = {}): ExpressionScope => ({
  read: (name) => answers[name] ?? [],
  self: '',
  today: '2026-08-20',
  position: 2,
  ...changes,
})

const parsed = (source: string, isFilter = false) => {
  const result = parseExpression(source, { isFilter })
  if (result.type === 'invalid') throw new Error(`${source}: ${JSON.stringify(result.error)}`)
  return result.expression
}

const text = (source: string, changes?: Partial<ExpressionScope>) =>
  evaluateText(parsed(source), scope(changes))

describe('the value of an expression (XPath 1.0, XForms)', () => {
  test.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['-2 + 5', '3'],
    ['7 div 2', '3.5'],
    ['0.1 + 0.2', '0.3'],
    ['-7 mod 3', '-1'],
    ['10 - 3 - 2', '5'],
    ['1 div 0', 'Infinity'],
    ['"a" + 1', 'NaN'],
    ["concat('a', 1, ${name})", 'a1王小明'],
    ["if(${age} < 18, 'young', 'grown')", 'young'],
    ["coalesce(${empty}, 'x')", 'x'],
    ["selected(${sports}, 'tennis')", 'true'],
    ["selected(${sports}, 'ten')", 'false'],
    ['count-selected(${sports})', '2'],
    ['selected-at(${sports}, 1)', 'tennis'],
    ['sum(${income})', '350.5'],
    ['count(${income})', '3'],
    ['count-non-empty(${income})', '2'],
    ['max(${income})', '250.5'],
    ['min(${income}, 7)', '7'],
    ["join(', ', ${income})", '100, , 250.5'],
    ["string-length('𠮷野')", '2'],
    ["substr('abcdef', 1, 3)", 'bc'],
    ['round(2.345, 2)', '2.35'],
    ['int(-2.7)', '-2'],
    ['pow(2, 10)', '1024'],
    ['today()', '2026-08-20'],
    ['date(today() + 12)', '2026-09-01'],
    ['${day} - today()', '12'],
    ["format-date(${day}, '%Y年%n月%e日')", '2026年9月1日'],
    ['position(..)', '2'],
    ["normalize-space('  a   b ')", 'a b'],
    // Numbers
    ["number(' 12 ')", '12'],
    ["number('1.')", '1'],
    ["number('-.5')", '-0.5'],
    ["number('12x')", 'NaN'],
    ["number('x12')", 'NaN'],
    ["number('1e3')", 'NaN'],
    ["number('')", 'NaN'],
    ['number(true())', '1'],
    ['number(false())', '0'],
    ["number('1970-01-02')", '1'],
    ["number('1970-01-02x')", 'NaN'],
    ["number('x1970-01-02')", 'NaN'],
    ["number('2026-13-01')", 'NaN'],
    ["number('2026-02-30')", 'NaN'],
    ["number('2026-01')", 'NaN'],
    ["number('.55')", '0.55'],
    ['1 div 3 * 3', '1'],
    ['-1 div 0', '-Infinity'],
    ['0 div 0', 'NaN'],
    ['1 div 3', '0.333333333333'],
    ['0.0000000000001', '0'],
    ['1.50', '1.5'],
    ['100', '100'],
    ['pow(10, 21)', '1000000000000000000000'],
    ['int(2.7)', '2'],
    ['round(2.5)', '3'],
    ['round(15, -1)', '20'],
    ['round(0.0123456, 4)', '0.0123'],
    ['round(1.23, -20)', '0'],
    ['round(1.234, 20)', '1.234'],
    ['floor(-1.5)', '-2'],
    ['ceiling(1.2)', '2'],
    ['abs(-3)', '3'],
    // Operators
    ['10 - 2 * 3', '4'],
    ['7 mod 4 * 2', '6'],
    ['8 div 2 div 2', '2'],
    ['- -3', '3'],
    ['1 < 2 = true()', 'true'],
    ['2 + 3 < 4', 'false'],
    // Texts and lists
    ['true()', 'true'],
    ['${income}', '100'],
    ['${empty}', ''],
    ['string(${age})', '17'],
    ["coalesce('a', 'b')", 'a'],
    ["if(${age} > 18, 'grown', 'young')", 'young'],
    ["selected(${sports}, ' tennis ')", 'true'],
    ["count-selected('  ')", '0'],
    ["selected-at(' a b', 0)", 'a'],
    ['selected-at(${sports}, 2)', ''],
    ['selected-at(${sports}, -1)', ''],
    ['concat(${income})', '100250.5'],
    ["join(${name}, 'a', 'b')", 'a王小明b'],
    ["string-length('')", '0'],
    ["substr('abc', 1)", 'bc'],
    ["substr('abc', 'x')", 'abc'],
    ["substr('abc', 0, 1.9)", 'a'],
    ["substr('𠮷野家', 1, 2)", '野'],
    ['count(${empty})', '0'],
    ['sum(${empty})', '0'],
    ['min(${empty})', 'NaN'],
    ['max(3, ${income}, 1000)', '1000'],
    ['position()', '2'],
    // Days
    ['date(0)', '1970-01-01'],
    ['date(0.9)', '1970-01-01'],
    ['date(-0.5)', '1969-12-31'],
    ['date(2932896)', '9999-12-31'],
    ['date(2932897)', ''],
    ['date(-719528)', '0000-01-01'],
    ['date(-719529)', ''],
    ["date('soon')", ''],
    ['date(pow(10, 300))', ''],
    ["format-date(${day}, '%Y %y %m %n %d %e %%')", '2026 26 09 9 01 1 %%'],
    ["format-date(${day}, '%B')", ''],
    ["format-date('2026-12-31T10:00', '%d')", '31'],
    ["format-date('soon', '%d')", ''],
    // Spelling
    [`concat("it's", '"so"')`, `it's"so"`],
    ['${ name }', '王小明'],
    ['\n1\n+ .5 ', '1.5'],
    ['2.', '2'],
    ['.55', '0.55'],
  ])('%s is %s', (source, value) => expect(text(source)).toBe(value))

  test.each([
    ['${age} >= 16 and ${age} < 20', true],
    ["${empty} = ''", true],
    ["${empty} != ''", false],
    ['${empty} > 3', false],
    ['${income} = 100', true],
    ['${income} > 300', false],
    ['${day} > today()', true],
    ["${day} = '2026-09-01'", true],
    ['not(${empty}) and true() or false()', true],
    ["regex('13800000000', '1[3-9]\\d{9}')", true],
    ["regex('138000000001', '1[3-9]\\d{9}')", false],
    ["regex('a@b.cn', '\\S+\\@\\S+\\.cn')", true],
    ["'10' = 10", true],
    ["'010' = '10'", false],
    ["'2026-02-30' < '2026-03-01'", false],
    ["contains(${name}, '小')", true],
    ["contains(${name}, '大')", false],
    ["starts-with(${name}, '王')", true],
    ["starts-with(${name}, '明')", false],
    ["ends-with(${name}, '明')", true],
    ["ends-with(${name}, '王')", false],
    ["regex('xb', 'a|b')", false],
    ["regex('by', 'a|b')", false],
    ["regex('𠮷', '.')", true],
    ['boolean(0)', false],
    ['boolean(0 div 0)', false],
    ['boolean(-1)', true],
    ["boolean('')", false],
    ["boolean('0')", true],
    ['boolean(${empty})', false],
    ['boolean(${age})', true],
    ['not(0)', true],
    ['false()', false],
    ['0 or 0', false],
    ['0 or 2', true],
    ['2 or 0', true],
    ['2 and 0', false],
    ['0 and 2', false],
    ['2 and 2', true],
    ['false() and false() or true()', true],
    // A text and a list compared with booleans, numbers and lists
    ['true() = 2', true],
    ['true() != 2', false],
    ['2 = true()', true],
    ["'' != true()", true],
    ['${empty} = false()', true],
    ['true() > false()', true],
    ['false() > true()', false],
    ['false() < 5', true],
    ['true() <= true()', true],
    ['${income} = ${income}', true],
    ['${income} != 100', true],
    ['${income} > 250', true],
    ['250 < ${income}', true],
    ['${empty} != 1', true],
    ['1 != ${empty}', true],
    ["'' = ${empty}", true],
    ["'a' = 'b'", false],
    ["'a' != 'b'", true],
    ["'a' != 'a'", false],
    ["'a' != 1", true],
    ['1 != 1', false],
    ['1 = 2', false],
    ["10 = '10'", true],
    ["'1.0' = 1", true],
    ['2 < 2', false],
    ['2 <= 2', true],
    ['2 > 2', false],
    ['2 >= 2', true],
    ['2 >= 3', false],
    ['3 <= 2', false],
  ])('%s is %s', (source, value) => expect(isTrue(parsed(source), scope())).toBe(value))

  test('the answer of the question itself is a period', () => {
    expect(isTrue(parsed('. >= 1 and . <= 5'), scope({ self: '3' }))).toBe(true)
    expect(isTrue(parsed('.>=1 and .<=.5'), scope({ self: '3' }))).toBe(false)
    expect(text("once('new')", { self: 'old' })).toBe('old')
    expect(text("once('new')")).toBe('new')
  })

  test('a filter reads the columns of a choice', () => {
    const filter = parsed("province = ${name} and name != 'x'", true)
    const attribute = (column: string) => (column === 'province' ? '王小明' : 'y')
    expect(isTrue(filter, scope({ attribute }))).toBe(true)
    expect(isTrue(filter, scope())).toBe(false)
    expect(evaluateText(parsed('some-column', true), scope())).toBe('')
  })

  test('an answer that is not given is an empty list', () => {
    expect(evaluate(parsed('.'), scope())).toEqual([])
    expect(evaluate(parsed('.'), scope({ self: '3' }))).toEqual(['3'])
    expect(evaluate(parsed('count(.)'), scope())).toBe(0)
  })
})

test.each([
  ['as long as it can be', '1'.repeat(1_000)],
  ['as deep as it can be', `${'('.repeat(30)}1${')'.repeat(30)}`],
  ['many parts beside each other', Array.from({ length: 40 }, () => '(-1)').join('+')],
  ['as many arguments as there can be', `concat(${Array.from({ length: 20 }, () => '1').join()})`],
])('an expression can be %s', (_how, source) =>
  expect(parseExpression(source)).toMatchObject({ type: 'ok' }),
)

describe('an expression that cannot be read', () => {
  test.each([
    ['', 'empty', 0, ''],
    [' \n', 'empty', 0, ''],
    ['1 + ', 'unfinished', 3, ''],
    ['(1', 'unfinished', 2, ''],
    ["'open", 'unfinished', 0, ''],
    ['  "open', 'unfinished', 2, ''],
    ['1 2', 'unexpected', 2, '2'],
    ['a', 'unexpected', 0, 'a'],
    ['1 + )', 'unexpected', 4, ')'],
    ['(1 2)', 'unexpected', 3, '2'],
    ['concat(1', 'unfinished', 8, ''],
    ['concat(1 2)', 'unexpected', 9, '2'],
    ['concat(,)', 'unexpected', 7, ','],
    ['today(..)', 'unexpected', 6, '..'],
    ['position(.. 1)', 'unexpected', 12, '1'],
    ['position(..', 'unfinished', 11, ''],
    ['1 or', 'unfinished', 4, ''],
    ["'or' or", 'unfinished', 7, ''],
    ["1 'or' 2", 'unexpected', 2, "'or'"],
    ["concat(1 ',' 2)", 'unexpected', 9, "','"],
    ['1 ${or} 2', 'unexpected', 2, 'or'],
    ['1 ; 2', 'character', 2, ';'],
    ['1  😀', 'character', 3, '😀'],
    ['${1a}', 'character', 0, '$'],
    ["1 ; '2", 'character', 2, ';'],
    ['system(1)', 'unknown-function', 0, 'system'],
    ['1 + constructor(1)', 'unknown-function', 4, 'constructor'],
    ['selected(1)', 'argument-count', 0, 'selected'],
    ['1 + true(1)', 'argument-count', 4, 'true'],
    ['if(1, 2)', 'argument-count', 0, 'if'],
    ['if(1, 2, 3, 4)', 'argument-count', 0, 'if'],
    ['regex(., ${name})', 'pattern', 0, 'regex'],
    ["1 = regex(., '[')", 'pattern', 4, '['],
    [`${'('.repeat(31)}1${')'.repeat(31)}`, 'too-deep', 31, ''],
    [`${'-'.repeat(31)}1`, 'too-deep', 31, ''],
    [`${'not('.repeat(31)}1${')'.repeat(31)}`, 'too-deep', 124, ''],
    ['1'.repeat(1_001), 'too-long', 1_000, ''],
    ['  '.repeat(500) + '1', 'too-long', 1_000, ''],
  ])('%s: %s at %i', (source, problem, at, part) => {
    expect(parseExpression(source)).toEqual({ type: 'invalid', error: { problem, at, part } })
  })
})

test('the answers and patterns that an expression uses are known without evaluating it', () => {
  const expression = parsed("if(regex(${a}, 'x+'), ${b}, concat(${a}, -${c}))")
  expect(namesIn(expression)).toEqual(['a', 'b', 'c'])
  expect(patternsIn(expression)).toEqual(['x+'])
  const more = parsed("${a} + ${a} = -regex('x', 'y') or contains(regex(., 'z'), 'no pattern')")
  expect(namesIn(more)).toEqual(['a'])
  expect(patternsIn(more)).toEqual(['y', 'z'])
  expect(namesIn(parsed("column = 'x' or . = 1", true))).toEqual([])
  expect(patternsIn(parsed("column = 'x' or . = 1", true))).toEqual([])
})

test('any text is parsed or refused, and what is parsed has a value [property]', () => {
  const part = fc.constantFrom(
    '1',
    '.5',
    "'a'",
    '${age}',
    '${income}',
    '.',
    '(',
    ')',
    ',',
    '+',
    '-',
    '*',
    '=',
    '!=',
    '<=',
    ' and ',
    ' or ',
    ' div ',
    ' mod ',
    'selected(',
    'if(',
    'sum(',
    'today()',
    'date(',
    'not(',
    'round(',
    'format-date(',
    'position(..)',
    '${',
    '}',
    '"',
    "'",
    ' ',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), fc.string(), (parts, self) => {
      const result = parseExpression(parts.join(''))
      if (result.type === 'invalid')
        return result.error.at >= 0 && result.error.at <= parts.join('').length
      const value = evaluate(result.expression, scope({ self }))
      return ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value)
    }),
    { numRuns: 3_000 },
  )
})
