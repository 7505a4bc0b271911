import { classNamesIn, usesOnlyClasses, stripParentheses } from '#contract/page-classes'

/**
 * The rules of the page's style sheets that this HTML has use for, in their order, as CSS: of no
 * other class, and nothing that moves.
 */
export function extractUsedCss(sheets: Iterable<CSSStyleSheet>, html: string): string {
  const used = classNamesIn(html)
  return [...sheets].map((sheet) => rulesOf(sheet.cssRules, used)).join('')
}

const rulesOf = (rules: CSSRuleList, used: ReadonlySet<string>): string =>
  [...rules].map((rule) => ruleOf(rule, used)).join('')

function ruleOf(rule: CSSRule, used: ReadonlySet<string>): string {
  if (rule instanceof CSSStyleRule) return isUsed(rule.selectorText, used) ? rule.cssText : ''
  if (rule instanceof CSSKeyframesRule) return ''
  if (!(rule instanceof CSSGroupingRule)) return rule.cssText
  const inside = rulesOf(rule.cssRules, used)
  return inside === '' ? '' : `${rule.cssText.slice(0, rule.cssText.indexOf('{'))}{${inside}}`
}

const isUsed = (selectors: string, used: ReadonlySet<string>): boolean =>
  stripParentheses(selectors)
    .split(',')
    .some((selector) => usesOnlyClasses(selector, used))
