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
  })
})

describe('an expression that cannot be read', () => {
  test.each([
    ['', 'empty', 0],
    ['1 +', 'unfinished', 3],
    ['(1', 'unfinished', 2],
    ["'open", 'unfinished', 0],
    ['1 2', 'unexpected', 2],
    ['a', 'unexpected', 0],
    ['1 ; 2', 'character', 2],
    ['system(1)', 'unknown-function', 0],
    ['constructor(1)', 'unknown-function', 0],
    ['selected(1)', 'argument-count', 0],
    ['true(1)', 'argument-count', 0],
    ['regex(., ${name})', 'pattern', 0],
    ["regex(., '[')", 'pattern', 0],
    [`${'('.repeat(40)}1${')'.repeat(40)}`, 'too-deep', 31],
    ['1'.repeat(1_001), 'too-long', 1_000],
  ])('%s: %s at %i', (source, problem, at) => {
    expect(parseExpression(source)).toMatchObject({ type: 'invalid', error: { problem, at } })
  })
})

test('the answers and patterns that an expression uses are known without evaluating it', () => {
  const expression = parsed("if(regex(${a}, 'x+'), ${b}, concat(${a}, -${c}))")
  expect(namesIn(expression)).toEqual(['a', 'b', 'c'])
  expect(patternsIn(expression)).toEqual(['x+'])
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
