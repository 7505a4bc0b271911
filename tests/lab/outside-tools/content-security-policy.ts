import * as v from 'valibot'
import { importTool, type ToolResult } from './tools.ts'

const Finding = v.object({ severity: v.number(), directive: v.string(), description: v.string() })
const constructor = v.custom<new (input: unknown) => unknown>(
  (value) => typeof value === 'function',
)
const Parser = v.object({ CspParser: constructor })
const Evaluator = v.object({ CspEvaluator: constructor })
const Parsed = v.object({ csp: v.unknown() })
const HasEvaluate = v.object({ evaluate: v.function() })
/** From here on the severities are possibilities and advice (`Severity` of csp_evaluator). */
const POSSIBLY = 40

/** The Content-Security-Policy of pages and files, by Google's evaluator: no weakness may be certain. */
export async function evaluatePolicies(address: string): Promise<ToolResult[]> {
  const { CspParser } = v.parse(Parser, {
    ...Object(await importTool('csp_evaluator/dist/parser.js')),
  })
  const { CspEvaluator } = v.parse(Evaluator, {
    ...Object(await importTool('csp_evaluator/dist/evaluator.js')),
  })
  const results: ToolResult[] = []
  for (const path of ['/', '/login', '/outbox', '/manage', '/healthz', '/openapi.json']) {
    const answer = await fetch(address + path, { headers: { accept: 'text/html' } })
    const policy = answer.headers.get('content-security-policy') ?? ''
    const { csp } = v.parse(Parsed, { ...Object(new CspParser(policy)) })
    const evaluator = Object(new CspEvaluator(csp))
    const findings = v.parse(
      v.array(Finding),
      v.parse(HasEvaluate, { evaluate: () => evaluator.evaluate() }).evaluate(),
    )
    const bad = findings.filter(({ severity }) => severity < POSSIBLY)
    results.push({
      tool: 'CSP Evaluator',
      subject: path,
      said:
        findings
          .map(({ severity, directive, description }) => `${severity} ${directive}: ${description}`)
          .join('; ') || 'no finding',
      isGood: policy !== '' && bad.length === 0,
    })
  }
  return results
}
