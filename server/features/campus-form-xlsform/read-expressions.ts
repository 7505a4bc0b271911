import { STUDENT_FACTS } from '#contract/campus-form-definition'
import { namesIn, parseExpression } from '#contract/campus-form-expression'
import type { XlsformCell, XlsformReport } from './xlsform-report.ts'

/** What an expression of a form can refer to. */
export interface XlsformNames {
  /** The names in the definition, by those in the file. */
  readonly renamed: ReadonlyMap<string, string>
  readonly known: ReadonlySet<string>
}

/** What the reading of expressions needs. */
export interface ExpressionTools {
  readonly names: XlsformNames
  readonly report: XlsformReport
}

/**
 * Reads an expression of an XLSForm; undefined if there is none, and with a finding, if the forms of
 * the campus do not know it.
 */
export function readExpression(
  cell: XlsformCell,
  { names, report, isFilter = false }: ExpressionTools & { readonly isFilter?: boolean },
): string | undefined {
  const source = straighten(cell.text).replaceAll(
    /\$\{\s*([^\s}]+)\s*\}/g,
    (_all, name: string) => `\${${names.renamed.get(name) ?? name}}`,
  )
  if (source === '') return undefined
  const parsed = parseExpression(source, { isFilter })
  if (parsed.type === 'invalid') {
    const { at, problem, part } = parsed.error
    report.add(cell, 'expression', part === '' ? `${problem}, ${at + 1}` : `${problem}: ${part}`)
    return undefined
  }
  const unknown = namesIn(parsed.expression).find(
    (name) => !names.known.has(name) && !STUDENT_FACTS.some((fact) => fact === name),
  )
  if (unknown !== undefined) {
    report.add(cell, 'unknown-answer', unknown)
    return undefined
  }
  return source
}

// Word processors write curved quotation marks. A cell that is true or false is read as a word.
function straighten(text: string): string {
  if (text === '是') return 'true()'
  if (text === '否') return 'false()'
  return text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').trim()
}

/**
 * The expression of the cell `default`, which contains a value or an expression. Pyxform tells them
 * apart by the tokens of an expression; a reference or a call is the sign here.
 */
export function readInitial(
  cell: XlsformCell,
  tools: ExpressionTools & { readonly isNumber: boolean },
): string | undefined {
  if (cell.text === '') return undefined
  const isExpression = isExpressionText(cell.text) || (tools.isNumber && isNumberText(cell.text))
  return readExpression(isExpression ? cell : { ...cell, text: quote(cell.text) }, tools)
}

/** The cell `default` of an initial answer. */
export function writeInitial(source: string, isNumber: boolean): string {
  const parsed = parseExpression(source)
  if (parsed.type !== 'ok' || parsed.expression.type !== 'text') return source
  const { value } = parsed.expression
  const isSame = quote(value) === source && value.trim() === value && value !== ''
  return isSame && !isExpressionText(value) && !(isNumber && isNumberText(value)) ? value : source
}

const isNumberText = (text: string) => /^-?\d+(\.\d+)?$/.test(text)

const isExpressionText = (text: string): boolean =>
  /\$\{|^(['"]).*\1$|^-?[a-z][a-z-]*\(.*\)$/s.test(text) && parseExpression(text).type === 'ok'

const quote = (text: string): string => (text.includes("'") ? `"${text}"` : `'${text}'`)
