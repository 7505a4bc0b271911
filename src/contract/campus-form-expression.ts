/**
 * The expressions of campus forms: the part of XPath 1.0 that XForms of ODK use, with XLSForm's
 * `${name}` for the answer to a question (a subset of the XPath of the ODK XForms specification).
 *
 * An expression reads only the answers of its form, facts about the student and the current day.
 * Its evaluation ends: there are no loops, and every function is total. As in XPath, a text that is
 * no number becomes NaN, and an answer that is not given is an empty list.
 */
export type Expression =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'answer'; readonly name: string }
  /** A column of the choice that is filtered, as in XLSForm's `choice_filter`. */
  | { readonly type: 'attribute'; readonly name: string }
  | { readonly type: 'self' }
  | { readonly type: 'negation'; readonly of: Expression }
  | {
      readonly type: 'operation'
      readonly operator: Operator
      readonly left: Expression
      readonly right: Expression
    }
  | {
      readonly type: 'call'
      readonly name: FunctionName
      readonly arguments: readonly Expression[]
    }

type Operator =
  | 'or'
  | 'and'
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | 'div'
  | 'mod'

/** The longest source of an expression, in characters. */
export const MOST_EXPRESSION_CHARACTERS = 1_000
/** The deepest nesting of an expression. */
const DEEPEST_NESTING = 30

/** Why an expression cannot be read. `at`: the position in the source, in characters from 0. */
export interface ExpressionError {
  readonly at: number
  readonly problem:
    | 'empty'
    | 'too-long'
    | 'too-deep'
    | 'character'
    | 'unexpected'
    | 'unfinished'
    | 'unknown-function'
    | 'argument-count'
    | 'pattern'
  /** The part of the source that is wrong; '' at the end of the source. */
  readonly part: string
}

/** The result of reading an expression. */
export type ParseResult =
  | { readonly type: 'ok'; readonly expression: Expression }
  | { readonly type: 'invalid'; readonly error: ExpressionError }

/** A value during an evaluation. A list contains the texts of answers, in the form's order. */
export type ExpressionValue = string | number | boolean | readonly string[]

/** What an expression can read. */
export interface ExpressionScope {
  /**
   * The answers to a question as text: none if the question is not relevant or not answered; several
   * if the question is repeated and the expression stands outside of its group.
   */
  readonly read: (name: string) => readonly string[]
  /** The answer to the question to which the expression belongs; '' if it is not answered. */
  readonly self: string
  /** The current day in China, YYYY-MM-DD. */
  readonly today: string
  /** The value of a column of the choice that is filtered. */
  readonly attribute?: (name: string) => string
  /** The number of this repetition of the group around the question, from 1; 0 outside of groups. */
  readonly position: number
}

/** Parses an expression. With `isFilter`, names of columns of a choice are allowed. */
export function parseExpression(source: string, { isFilter = false } = {}): ParseResult {
  try {
    return { type: 'ok', expression: new Parser(tokenize(source), isFilter).parse() }
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return { type: 'invalid', error: error.detail }
    throw error
  }
}

/** The names of the questions whose answers an expression reads, each once. */
export function namesIn(expression: Expression): string[] {
  const names = new Set<string>()
  const walk = (one: Expression): void => {
    switch (one.type) {
      case 'answer':
        names.add(one.name)
        break
      case 'negation':
        walk(one.of)
        break
      case 'operation':
        walk(one.left)
        walk(one.right)
        break
      case 'call':
        one.arguments.forEach(walk)
        break
      case 'text':
      case 'number':
      case 'attribute':
      case 'self':
        break
    }
  }
  walk(expression)
  return [...names]
}

/** The regular expressions in an expression, so that whoever stores it can check what they cost. */
export function patternsIn(expression: Expression): string[] {
  switch (expression.type) {
    case 'negation':
      return patternsIn(expression.of)
    case 'operation':
      return [...patternsIn(expression.left), ...patternsIn(expression.right)]
    case 'call': {
      const [, pattern] = expression.arguments
      const own = expression.name === 'regex' && pattern?.type === 'text' ? [pattern.value] : []
      return [...own, ...expression.arguments.flatMap(patternsIn)]
    }
    case 'text':
    case 'number':
    case 'answer':
    case 'attribute':
    case 'self':
      return []
  }
}

/** Evaluates an expression; it never throws. */
export function evaluate(expression: Expression, scope: ExpressionScope): ExpressionValue {
  switch (expression.type) {
    case 'text':
    case 'number':
      return expression.value
    case 'answer':
      return scope.read(expression.name)
    case 'attribute':
      return scope.attribute?.(expression.name) ?? ''
    case 'self':
      return scope.self === '' ? [] : [scope.self]
    case 'negation':
      return -toNumber(evaluate(expression.of, scope))
    case 'operation': {
      // The operations on the left, of which there can be hundreds, are done without recursion.
      const operations = [expression]
      let first = expression.left
      for (; first.type === 'operation'; first = first.left) operations.push(first)
      return operations.reduceRight(
        (left, { operator, right }) => operate(operator, left, right, scope),
        evaluate(first, scope),
      )
    }
    case 'call':
      return FUNCTIONS[expression.name].call(expression.arguments, scope)
  }
}

/** Whether an expression is true, as XPath's `boolean()` decides. */
export const isTrue = (expression: Expression, scope: ExpressionScope): boolean =>
  toBoolean(evaluate(expression, scope))

/** The value of an expression as text, as XPath's `string()` writes it. */
export const evaluateText = (expression: Expression, scope: ExpressionScope): string =>
  toText(evaluate(expression, scope))

// ── Values ───────────────────────────────────────────────────────────────────────────────────────

const MS_A_DAY = 86_400_000

/** Days since 1970-01-01 of a day YYYY-MM-DD; NaN if the text is no day. */
function daysOf(text: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return Number.NaN
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(text)
    ? Number.NaN
    : time / MS_A_DAY
}

function dayOf(days: number): string {
  const date = new Date(Math.floor(days) * MS_A_DAY)
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 0
    ? ''
    : date.toISOString().slice(0, 10)
}

// A day counts as its number of days, so that days can be compared and subtracted, as in ODK.
function toNumber(value: ExpressionValue): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  const text = toText(value).trim()
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : daysOf(text)
}

function toText(value: ExpressionValue): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number') return value[0] ?? ''
  if (Number.isFinite(value)) return writeNumber(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity'
}

// XPath knows no exponents. More than twelve decimals are errors of binary fractions.
const writeNumber = (value: number): string =>
  Number.isInteger(value)
    ? BigInt(value).toString()
    : value.toFixed(12).replace(/0+$/, '').replace(/\.$/, '')

function toBoolean(value: ExpressionValue): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0 && !Number.isNaN(value)
  return value.length > 0
}

const isList = (value: ExpressionValue): value is readonly string[] => typeof value === 'object'

function operate(
  operator: Operator,
  a: ExpressionValue,
  right: Expression,
  scope: ExpressionScope,
): ExpressionValue {
  switch (operator) {
    case 'or':
      return toBoolean(a) || isTrue(right, scope)
    case 'and':
      return toBoolean(a) && isTrue(right, scope)
    case '+':
      return toNumber(a) + toNumber(evaluate(right, scope))
    case '-':
      return toNumber(a) - toNumber(evaluate(right, scope))
    case '*':
      return toNumber(a) * toNumber(evaluate(right, scope))
    case 'div':
      return toNumber(a) / toNumber(evaluate(right, scope))
    case 'mod':
      return toNumber(a) % toNumber(evaluate(right, scope))
    case '=':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compare(operator, a, evaluate(right, scope))
  }
}

type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='

// A list compares as true if one of its texts does (XPath 1.0, section 3.4). XForms differ from XPath
// in one point, which forms rely on: a question without an answer equals ''.
function compare(operator: Comparison, a: ExpressionValue, b: ExpressionValue): boolean {
  if (typeof a === 'boolean' || typeof b === 'boolean') {
    const [x, y] = [toBoolean(a), toBoolean(b)]
    return operator === '=' || operator === '!='
      ? (x === y) === (operator === '=')
      : compareNumbers(operator, Number(x), Number(y))
  }
  const ones = isList(a) && a.length === 0 ? [''] : isList(a) ? a : [a]
  const others = isList(b) && b.length === 0 ? [''] : isList(b) ? b : [b]
  return ones.some((one) => others.some((other) => compareOne(operator, one, other)))
}

function compareOne(operator: Comparison, a: string | number, b: string | number): boolean {
  const isEquality = operator === '=' || operator === '!='
  if (isEquality && typeof a === 'string' && typeof b === 'string')
    return (a === b) === (operator === '=')
  return compareNumbers(operator, toNumber(a), toNumber(b))
}

function compareNumbers(operator: Comparison, a: number, b: number): boolean {
  switch (operator) {
    case '=':
      return a === b
    case '!=':
      return a !== b
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    case '>=':
      return a >= b
  }
}

// ── Functions ────────────────────────────────────────────────────────────────────────────────────

interface FunctionDefinition {
  readonly least: number
  readonly most: number
  readonly call: (given: readonly Expression[], scope: ExpressionScope) => ExpressionValue
}

const EMPTY: Expression = { type: 'text', value: '' }

/** A function of the values of its arguments. */
const withValues = (
  least: number,
  most: number,
  run: (values: readonly ExpressionValue[], scope: ExpressionScope) => ExpressionValue,
): FunctionDefinition => ({
  least,
  most,
  call: (given, scope) =>
    run(
      given.map((one) => evaluate(one, scope)),
      scope,
    ),
})

/** A function of one or two texts. */
const withTexts = (
  least: number,
  most: number,
  run: (a: string, b: string) => ExpressionValue,
): FunctionDefinition => withValues(least, most, ([a = '', b = '']) => run(toText(a), toText(b)))

/** A function of one or two numbers. */
const withNumbers = (
  least: number,
  most: number,
  run: (a: number, b: number) => number,
): FunctionDefinition =>
  withValues(least, most, ([a = Number.NaN, b = 0]) => run(toNumber(a), toNumber(b)))

const listOf = (values: readonly ExpressionValue[]): string[] =>
  values.flatMap((value) => (isList(value) ? value : [toText(value)]))

// An unanswered question must not become the smallest or largest number.
const numbersOf = (values: readonly ExpressionValue[]): number[] =>
  listOf(values)
    .filter((text) => text !== '')
    .map(toNumber)

const chosen = (text: string): string[] => text.split(/\s+/).filter((name) => name !== '')

const MOST_ARGUMENTS = 20

const FUNCTIONS = {
  // Choices. The answer to a question with several choices is their names, with blanks between them.
  selected: withTexts(2, 2, (answer, name) => chosen(answer).includes(name.trim())),
  'count-selected': withTexts(1, 1, (answer) => chosen(answer).length),
  'selected-at': withValues(
    2,
    2,
    ([answer = '', at = 0]) => chosen(toText(answer))[toNumber(at)] ?? '',
  ),
  // Conditions.
  if: {
    least: 3,
    most: 3,
    call: ([condition = EMPTY, yes = EMPTY, no = EMPTY], scope) =>
      evaluate(isTrue(condition, scope) ? yes : no, scope),
  },
  not: withValues(1, 1, ([value = '']) => !toBoolean(value)),
  coalesce: withTexts(2, 2, (first, second) => (first === '' ? second : first)),
  once: {
    least: 1,
    most: 1,
    call: ([value = EMPTY], scope) => (scope.self === '' ? evaluate(value, scope) : scope.self),
  },
  true: withValues(0, 0, () => true),
  false: withValues(0, 0, () => false),
  boolean: withValues(1, 1, ([value = '']) => toBoolean(value)),
  // Texts.
  string: withTexts(1, 1, (text) => text),
  concat: withValues(1, MOST_ARGUMENTS, (values) => listOf(values).join('')),
  join: withValues(2, MOST_ARGUMENTS, ([by = '', ...values]) => listOf(values).join(toText(by))),
  contains: withTexts(2, 2, (text, part) => text.includes(part)),
  'starts-with': withTexts(2, 2, (text, part) => text.startsWith(part)),
  'ends-with': withTexts(2, 2, (text, part) => text.endsWith(part)),
  'string-length': withTexts(1, 1, (text) => [...text].length),
  'normalize-space': withTexts(1, 1, (text) => chosen(text).join(' ')),
  substr: withValues(2, 3, ([text = '', from = 0, to]) =>
    [...toText(text)].slice(wholeOf(from), to === undefined ? undefined : wholeOf(to)).join(''),
  ),
  regex: withTexts(2, 2, (text, pattern) => compilePattern(pattern)?.test(text) ?? false),
  // Numbers.
  number: withValues(1, 1, ([value = '']) => toNumber(value)),
  int: withNumbers(1, 1, Math.trunc),
  round: withNumbers(1, 2, (value, digits) => {
    const power = 10 ** Math.max(-12, Math.min(12, Math.trunc(digits)))
    return Math.round(value * power) / power
  }),
  floor: withNumbers(1, 1, Math.floor),
  ceiling: withNumbers(1, 1, Math.ceil),
  abs: withNumbers(1, 1, Math.abs),
  pow: withNumbers(2, 2, (base, exponent) => base ** exponent),
  // Repeated questions.
  count: withValues(1, 1, (values) => listOf(values).length),
  'count-non-empty': withValues(
    1,
    1,
    (values) => listOf(values).filter((one) => one !== '').length,
  ),
  sum: withValues(1, 1, (values) => numbersOf(values).reduce((total, one) => total + one, 0)),
  min: withValues(1, MOST_ARGUMENTS, (values) => extreme(numbersOf(values), Math.min)),
  max: withValues(1, MOST_ARGUMENTS, (values) => extreme(numbersOf(values), Math.max)),
  position: withValues(0, 0, (_values, { position }) => position),
  // Days.
  today: withValues(0, 0, (_values, { today }) => today),
  date: withValues(1, 1, ([value = '']) => dayOf(toNumber(value))),
  'format-date': withTexts(2, 2, (day, format) =>
    Number.isNaN(daysOf(day.slice(0, 10)))
      ? ''
      : format.replaceAll(/%([YmdenyB])/g, (_all, part: string) => datePart(day, part)),
  ),
} as const satisfies Record<string, FunctionDefinition>

/** The names of the functions. */
export type FunctionName = keyof typeof FUNCTIONS

const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(FUNCTIONS, name)

function extreme(numbers: readonly number[], choose: (...all: number[]) => number): number {
  return numbers.length === 0 ? Number.NaN : choose(...numbers)
}

const wholeOf = (value: ExpressionValue): number => Math.trunc(toNumber(value)) || 0

function datePart(day: string, part: string): string {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-')
  const parts: Readonly<Record<string, string>> = {
    Y: year,
    y: year.slice(2),
    m: month,
    n: String(Number(month)),
    d: date,
    e: String(Number(date)),
  }
  return parts[part] ?? ''
}

// ── Reading ──────────────────────────────────────────────────────────────────────────────────────

class ExpressionSyntaxError extends Error {
  readonly detail: ExpressionError
  constructor(problem: ExpressionError['problem'], at: number, part = '') {
    super(problem)
    this.detail = { at, problem, part }
  }
}

type Token =
  | { readonly type: 'text'; readonly value: string; readonly at: number; readonly source: string }
  | {
      readonly type: 'number' | 'answer' | 'name' | 'symbol' | 'end'
      readonly source: string
      readonly at: number
    }

// A name can contain hyphens and periods, so `a-b` is a name and `a - b` a subtraction, as in XPath.
const TOKEN =
  /\s*(?:(?<text>"[^"]*"|'[^']*')|\$\{\s*(?<answer>[A-Za-z_][\w.-]*)\s*\}|(?<number>\d+(?:\.\d*)?|\.\d+)|(?<name>[A-Za-z_][\w-]*)|(?<symbol>\.\.|!=|<=|>=|[.()=<>+*,-]))/uy

function tokenize(source: string): Token[] {
  if (source.trim() === '') throw new ExpressionSyntaxError('empty', 0)
  if (source.length > MOST_EXPRESSION_CHARACTERS)
    throw new ExpressionSyntaxError('too-long', MOST_EXPRESSION_CHARACTERS)
  const tokens: Token[] = []
  let at = 0
  const end = source.trimEnd().length
  while (at < end) {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(source)
    const start = at + (/^\s*/.exec(source.slice(at))?.[0].length ?? 0)
    if (found === null) {
      const isOpenText = /^["']/.test(source.slice(start))
      throw new ExpressionSyntaxError(
        isOpenText ? 'unfinished' : 'character',
        start,
        isOpenText ? '' : String.fromCodePoint(source.codePointAt(start) ?? 0),
      )
    }
    at = TOKEN.lastIndex
    const { text, answer, number, name, symbol = '' } = found.groups ?? {}
    if (text !== undefined)
      tokens.push({ type: 'text', value: text.slice(1, -1), at: start, source: text })
    else if (answer !== undefined) tokens.push({ type: 'answer', source: answer, at: start })
    else if (number !== undefined) tokens.push({ type: 'number', source: number, at: start })
    else if (name !== undefined) tokens.push({ type: 'name', source: name, at: start })
    else tokens.push({ type: 'symbol', source: symbol, at: start })
  }
  tokens.push({ type: 'end', source: '', at: end })
  return tokens
}

/** The operators by precedence, the weakest first (XPath 1.0, section 3.5). */
const PRECEDENCE: readonly (readonly Operator[])[] = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
]

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0
  readonly #isFilter: boolean

  constructor(tokens: readonly Token[], isFilter: boolean) {
    this.#tokens = tokens
    this.#isFilter = isFilter
  }

  parse(): Expression {
    const expression = this.#operation(0)
    if (this.#next.type !== 'end') throw this.#unexpected()
    return expression
  }

  get #next(): Token {
    const token = this.#tokens[this.#at] ?? this.#tokens.at(-1)
    if (token === undefined) throw new ExpressionSyntaxError('empty', 0)
    return token
  }

  #take(): Token {
    const token = this.#next
    this.#at += 1
    return token
  }

  #unexpected(): ExpressionSyntaxError {
    const { type, at, source } = this.#next
    return type === 'end'
      ? new ExpressionSyntaxError('unfinished', at)
      : new ExpressionSyntaxError('unexpected', at, source)
  }

  #takeSymbol(symbol: string): boolean {
    const isNext = this.#next.type === 'symbol' && this.#next.source === symbol
    if (isNext) this.#at += 1
    return isNext
  }

  #operation(level: number): Expression {
    const operators = PRECEDENCE[level]
    if (operators === undefined) return this.#negation()
    let left = this.#operation(level + 1)
    for (;;) {
      const operator = operators.find((one) => this.#isOperator(one))
      if (operator === undefined) return left
      this.#at += 1
      left = { type: 'operation', operator, left, right: this.#operation(level + 1) }
    }
  }

  #isOperator(operator: Operator): boolean {
    const { type, source } = this.#next
    return (type === 'symbol' || type === 'name') && source === operator
  }

  #negation(): Expression {
    if (!this.#takeSymbol('-')) return this.#value()
    return this.#nested(() => ({ type: 'negation', of: this.#negation() }))
  }

  #nested<Result>(read: () => Result): Result {
    this.#depth += 1
    if (this.#depth > DEEPEST_NESTING) throw new ExpressionSyntaxError('too-deep', this.#next.at)
    const result = read()
    this.#depth -= 1
    return result
  }

  #value(): Expression {
    const token = this.#next
    switch (token.type) {
      case 'text':
        this.#at += 1
        return { type: 'text', value: token.value }
      case 'number':
        this.#at += 1
        return { type: 'number', value: Number(token.source) }
      case 'answer':
        this.#at += 1
        return { type: 'answer', name: token.source }
      case 'name':
        return this.#call()
      case 'symbol':
        if (this.#takeSymbol('.')) return { type: 'self' }
        if (this.#takeSymbol('('))
          return this.#nested(() => {
            const inside = this.#operation(0)
            if (!this.#takeSymbol(')')) throw this.#unexpected()
            return inside
          })
        throw this.#unexpected()
      case 'end':
        throw this.#unexpected()
    }
  }

  #call(): Expression {
    const { source: name, at } = this.#take()
    if (!this.#takeSymbol('(')) {
      if (this.#isFilter) return { type: 'attribute', name }
      throw new ExpressionSyntaxError('unexpected', at, name)
    }
    if (!isFunctionName(name)) throw new ExpressionSyntaxError('unknown-function', at, name)
    const given = this.#nested(() => this.#arguments(name))
    const { least, most } = FUNCTIONS[name]
    if (given.length < least || given.length > most)
      throw new ExpressionSyntaxError('argument-count', at, name)
    if (name === 'regex') checkPattern(given[1], at)
    return { type: 'call', name, arguments: given }
  }

  #arguments(name: FunctionName): Expression[] {
    if (this.#takeSymbol(')')) return []
    // XPath writes the current repetition as `position(..)`.
    if (name === 'position' && this.#takeSymbol('..')) {
      if (this.#takeSymbol(')')) return []
      throw this.#unexpected()
    }
    const given = [this.#operation(0)]
    while (this.#takeSymbol(',')) given.push(this.#operation(0))
    if (!this.#takeSymbol(')')) throw this.#unexpected()
    return given
  }
}

// A pattern is written out, so that it can be checked before a form is published.
function checkPattern(pattern: Expression | undefined, at: number): void {
  if (pattern?.type !== 'text') throw new ExpressionSyntaxError('pattern', at, 'regex')
  if (compilePattern(pattern.value) === undefined)
    throw new ExpressionSyntaxError('pattern', at, pattern.value)
}

/**
 * The regular expression of a pattern, which has to match the whole text; undefined if it is none.
 * Published forms escape characters that the Unicode mode does not allow to be escaped.
 */
function compilePattern(pattern: string): RegExp | undefined {
  for (const flags of ['u', ''])
    try {
      return new RegExp(`^(?:${pattern})$`, flags)
    } catch {
      // The next mode is tried.
    }
  return undefined
}
