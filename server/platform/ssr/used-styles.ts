import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AtRule, parse, type Root, type Rule } from 'postcss'
import * as v from 'valibot'
import { extractClassNames, usesOnlyClasses } from '#contract/page-classes'

const Manifest = v.record(
  v.string(),
  v.object({
    css: v.optional(v.array(v.string()), []),
    imports: v.optional(v.array(v.string()), []),
    dynamicImports: v.optional(v.array(v.string()), []),
    isEntry: v.optional(v.boolean(), false),
  }),
)
type Manifest = v.InferOutput<typeof Manifest>

/**
 * Reads all style sheets of a build, in the order of their cascade; undefined if there is no build.
 */
export function readStyleSheets(appDir: string): string | undefined {
  const path = join(appDir, '.vite/manifest.json')
  if (!existsSync(path)) return undefined
  const chunks = v.parse(Manifest, JSON.parse(readFileSync(path, 'utf8')))
  return sheetsOf(chunks)
    .map((file) => readFileSync(join(appDir, file), 'utf8'))
    .join('\n')
}

function sheetsOf(chunks: Manifest): string[] {
  const sheets = new Set<string>()
  const seen = new Set<string>()
  const walk = (key: string) => {
    const chunk = chunks[key]
    if (chunk === undefined || seen.has(key)) return
    seen.add(key)
    chunk.imports.forEach(walk)
    chunk.css.forEach((file) => sheets.add(file))
    chunk.dynamicImports.forEach(walk)
  }
  const entries = Object.keys(chunks).filter((key) => chunks[key]?.isEntry === true)
  for (const key of [...entries, ...Object.keys(chunks)]) walk(key)
  return [...sheets]
}

/** Removes the rules and animations of a style sheet that `html` does not use. */
export function keepUsedStyles(css: string, html: string): string {
  const used = extractClassNames(html)
  const root = parse(css)
  prune(root, used)
  const named = root.toString()
  root.walkAtRules(/keyframes$/, (rule) => {
    if (!new RegExp(`animation[^;}]*\\b${rule.params}\\b`).test(named)) rule.remove()
  })
  return root.toString().replaceAll('\n', '')
}

function prune(container: Root | AtRule, used: ReadonlySet<string>): void {
  container.each((node) => {
    if (node.type === 'rule') keepUsed(node, used)
    else if (node.type === 'comment') node.remove()
    else if (node.type === 'atrule' && !node.name.endsWith('keyframes')) keepInside(node, used)
  })
}

function keepInside(rule: AtRule, used: ReadonlySet<string>): void {
  if (rule.nodes === undefined) return
  prune(rule, used)
  if (rule.nodes.length === 0) rule.remove()
}

function keepUsed(rule: Rule, used: ReadonlySet<string>): void {
  const selectors = rule.selectors.filter((selector) => usesOnlyClasses(selector, used))
  if (selectors.length === 0) rule.remove()
  else if (selectors.length < rule.selectors.length) rule.selectors = selectors
}
