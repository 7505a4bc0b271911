import { spawnSync } from 'node:child_process'
import * as v from 'valibot'
import type { ToolResult } from './tools.ts'

const Audit = v.object({
  metadata: v.object({ vulnerabilities: v.record(v.string(), v.number()) }),
})

/** The known vulnerabilities of the packages that the program contains, if the registry tells them. */
export function auditPackages(): ToolResult {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' })
  const read = v.safeParse(Audit, JSON.parse(stdout))
  if (!read.success)
    return {
      tool: 'npm audit',
      subject: 'packages',
      said: 'the registry does not answer',
      isGood: true,
    }
  const { total = 0, ...kinds } = read.output.metadata.vulnerabilities
  const said = Object.entries(kinds).flatMap(([kind, count]) =>
    count > 0 ? [`${count} ${kind}`] : [],
  )
  return {
    tool: 'npm audit',
    subject: 'packages',
    said: said.join(', ') || 'none known',
    isGood: total === 0,
  }
}
